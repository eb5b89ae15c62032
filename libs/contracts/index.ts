export { boundedJson } from './values/bounded-json.ts';
export { cutText } from './values/cut-text.ts';
export { wordList } from './values/word-list.ts';
export {
  budgetChange,
  budgetPeriod,
  consoleBudgets,
  consoleCostReport,
  costReportQuery,
  priceSet,
} from './orgs/budgets.ts';
export type { BudgetChange, ConsoleBudget, ConsoleCostReport, CostReportQuery } from './orgs/budgets.ts';
export {
  approvalDecision,
  approvalPage,
  approvalQuery,
  approvalView,
  consoleApprovalQuery,
  type ConsoleApprovalQuery,
  type ApprovalDecision,
  type ApprovalPage,
  type ApprovalQuery,
  type ApprovalState,
  type ApprovalView,
} from './turns/approvals.ts';
export {
  consoleRequest,
  consoleRequestPage,
  consoleRequestQuery,
  featureRequestCategories,
  featureRequestStatus,
  featureRequestStatuses,
  featureRequestUrgencies,
  moveRequest,
  type ConsoleRequest,
  type ConsoleRequestPage,
  type ConsoleRequestQuery,
  type FeatureRequestCategory,
  type FeatureRequestStatus,
  type FeatureRequestUrgency,
  type MoveRequest,
} from './tools/feature-requests.ts';
export {
  knowledgeFact,
  knowledgeTopics,
  MAX_FACT_CHARACTERS,
  MAX_FACTS_OF_ORG,
  type KnowledgeFactText,
  type KnowledgeTopic,
} from './orgs/knowledge.ts';
export { USUAL_INPUT_MARGIN } from './orgs/input-margin.ts';
export {
  conversationPage,
  conversationQuery,
  conversationView,
  messagePage,
  messageView,
} from './conversations/conversations.ts';
export type { ConversationQuery, ConversationView, MessageView } from './conversations/conversations.ts';
export {
  artifactContentView,
  artifactKindName,
  artifactPage,
  artifactQuery,
  artifactVersionPage,
} from './conversations/artifacts.ts';
export type {
  ArtifactContentView,
  ArtifactQuery,
  ArtifactVersionView,
  ArtifactView,
} from './conversations/artifacts.ts';
export { drawerLists, drawerName, type DrawerList, type DrawerLists } from './conversations/drawers.ts';
export { feedbackView, giveFeedback } from './turns/feedback.ts';
export type { FeedbackRating, GiveFeedback } from './turns/feedback.ts';
export {
  consoleEffect,
  consoleEffectPage,
  consoleEffectQuery,
  effectKey,
  settleEffect,
  type ConsoleEffect,
  type ConsoleEffectPage,
  type ConsoleEffectQuery,
  type EffectState,
  type SettleEffect,
} from './tools/effects.ts';
export {
  contactErasure,
  contactExport,
  type ContactErasure,
  type ContactExport,
} from './conversations/contacts.ts';
export { clearSetting, setSetting, settingList, settingName, settingView } from './orgs/settings.ts';
export type { ClearSetting, SetSetting, SettingList, SettingSource, SettingView } from './orgs/settings.ts';
export { sharedContextView, shareLocation, sharePicture } from './conversations/shared-context.ts';
export type { SharedContextView, ShareLocation, SharePicture } from './conversations/shared-context.ts';
export { fileView, type FileView } from './conversations/files.ts';
export {
  agentName,
  acceptMessage,
  acceptedMessage,
  author,
  MAX_MESSAGE_CHARACTERS,
} from './conversations/messages.ts';
export type { AcceptedMessage, AcceptMessage, ContentField } from './conversations/messages.ts';
export {
  clearFlag,
  flagAlerts,
  flagDetail,
  flagDocument,
  flagImportOutcome,
  flagKey,
  flagList,
  flagView,
  importFlags,
  setFlag,
  switchFlag,
  undoFlagChange,
  type ClearFlag,
  type FlagAlertView,
  type FlagChange,
  type FlagDetail,
  type FlagDifference,
  type FlagDocument,
  type FlagImportOutcome,
  type FlagInOrg,
  type FlagPlaceRequest,
  type FlagSettingView,
  type FlagView,
  type ImportFlags,
  type SetFlag,
  type SwitchFlag,
  type UndoFlagChange,
  whyShareIsIdle,
} from './orgs/flags.ts';
export {
  channelName,
  channels,
  contactId,
  countPacked,
  MAX_PACKED_IDS,
  packIds,
  pickedOrg,
  unpackIds,
  uuid,
} from './values/ids.ts';
export type { PickedOrg } from './values/ids.ts';
export { decimalNumber, wholeNumber } from './values/numbers.ts';
export { CursorError, cursorCodec, momentCursor, pageQuery, toPage, type PageQuery } from './values/page.ts';
export { instant, momentText } from './values/moments.ts';
export type { Page } from './values/page.ts';
export {
  expectationOf,
  omitsReceivedValue,
  problem,
  type Problem,
  PROBLEM_MEDIA_TYPE,
  type ValueExpectation,
} from './errors/problem.ts';
export { apiKeyScopes, callerKind, callerKinds, userRole } from './orgs/scopes.ts';
export type { ApiKeyScope, CallerKind, UserRole } from './orgs/scopes.ts';
export {
  importToolOverrides,
  MAX_TOOL_EXAMPLES,
  putToolOverride,
  reservedToolNames,
  revertToolOverride,
  toolExample,
  toolName,
  toolOverride,
  toolOverridesFile,
  toolTiers,
  type ImportToolOverrides,
  type PutToolOverride,
  type RevertToolOverride,
  type ToolDeprecation,
  type ToolOverride,
  type ToolOverridesFile,
  type ToolOverrideVersion,
  type ToolTier,
} from './tools/tool-override.ts';
export { toolErrorClass, toolErrorClasses, toolResult } from './tools/tool-result.ts';
export type { ToolErrorClass, ToolResult } from './tools/tool-result.ts';
export { type TurnOverride } from './turns/turn-override.ts';
export { finalEventTypes } from './turns/turn-events.ts';
export type { ConversationEvent, TurnEvent, TurnEventType } from './turns/turn-events.ts';
export {
  endStates,
  turnError,
  turnPage,
  turnQuery,
  turnState,
  turnStates,
  turnTotals,
  turnView,
} from './turns/turns.ts';
export type { TurnQuery, TurnState, TurnTotals, TurnView } from './turns/turns.ts';
export {
  consoleDeliveryDetail,
  consoleDeliveryPage,
  consoleDeliveryQuery,
  consoleWebhookSecret,
  type ConsoleDelivery,
  type ConsoleDeliveryDetail,
  type ConsoleDeliveryPage,
  type ConsoleDeliveryQuery,
  type ConsoleWebhookSecret,
  type WebhookDeliveryState,
  type WebhookEvent,
} from './orgs/webhooks.ts';
export { programPlace, programReplay, turnPrograms, type ProgramReplay } from './turns/programs.ts';
export { errorKinds, isForeseen, TurnpikeError } from './errors/turnpike.error.ts';
export type { ErrorKind, ErrorTraits, RetryClass } from './errors/turnpike.error.ts';
