export {
  addMcpServer,
  mcpServerName,
  type AddMcpServer,
  type ConsoleMcpServer,
  type ConsoleMcpServerHealth,
} from './console-mcp-servers.ts';
export {
  budgetChange,
  budgetPeriod,
  costReportQuery,
  type BudgetChange,
  type ConsoleBudget,
  type CostReportQuery,
} from './budgets.ts';
export {
  approvalDecision,
  approvalPage,
  approvalQuery,
  approvalStates,
  approvalView,
  consoleApprovalQuery,
  type ConsoleApprovalQuery,
  type ApprovalDecision,
  type ApprovalPage,
  type ApprovalQuery,
  type ApprovalState,
  type ApprovalView,
} from './approvals.ts';
export {
  consoleMessage,
  consoleOrg,
  consoleOrgs,
  consolePermissions,
  consoleSession,
  consoleSessionAnswer,
  consoleSpan,
  consoleSpanDetail,
  consoleTrace,
  consoleTraceQuery,
  consoleTurn,
  consoleTurnDetail,
  consoleTurnFilter,
  consoleTurnPage,
  consoleTurnQuery,
  CSRF_HEADER,
  messageAuthorKinds,
  messageRoles,
  signIn,
  SPAN_ID,
  spanStatus,
  spanStatuses,
  TRACE_ID,
} from './console.ts';
export type {
  ConsoleMessage,
  ConsoleOrg,
  ConsolePermissions,
  ConsoleSession,
  ConsoleSpan,
  ConsoleSpanDetail,
  ConsoleTrace,
  ConsoleTurn,
  ConsoleTurnDetail,
  ConsoleTurnFilter,
  ConsoleTurnPage,
  ConsoleTurnQuery,
  SignIn,
  SpanStatus,
} from './console.ts';
export { brokerMetrics, brokerMetricsQuery, brokerMissPage, brokerMissesQuery } from './console-broker.ts';
export type {
  BrokerGrouping,
  BrokerMetrics,
  BrokerMetricsQuery,
  BrokerMiss,
  BrokerMissesQuery,
  BrokerMissPage,
} from './console-broker.ts';
export {
  consoleRequest,
  consoleRequestPage,
  consoleRequestQuery,
  featureRequestCategories,
  featureRequestStatus,
  featureRequestStatuses,
  featureRequestUrgencies,
  moveRequest,
} from './feature-requests.ts';
export type {
  ConsoleRequest,
  ConsoleRequestPage,
  ConsoleRequestQuery,
  FeatureRequestCategory,
  FeatureRequestStatus,
  FeatureRequestUrgency,
  MoveRequest,
} from './feature-requests.ts';
export {
  conversationPage,
  conversationQuery,
  conversationView,
  messagePage,
  messageView,
  type ConversationQuery,
  type ConversationView,
  type MessageView,
} from './conversations.ts';
export {
  feedbackView,
  giveFeedback,
  type FeedbackRating,
  type FeedbackView,
  type GiveFeedback,
} from './feedback.ts';
export {
  consoleEffect,
  consoleEffectPage,
  consoleEffectQuery,
  effectKey,
  effectState,
  effectStates,
  settleEffect,
  settleEffectQuery,
} from './effects.ts';
export type {
  ConsoleEffect,
  ConsoleEffectPage,
  ConsoleEffectQuery,
  EffectState,
  SettleEffect,
  SettleEffectQuery,
} from './effects.ts';
export {
  approveToolDefinition,
  consoleTool,
  consoleToolDetail,
  consoleTools,
  consoleToolsQuery,
  conversationTools,
  deprecatedTools,
  deprecatedToolsQuery,
  toolDefinitionHash,
  toolDefinitionView,
  toolImportAnswer,
  toolLayerQuery,
  toolScopeAnswer,
  toolScopeQuery,
  toolVersionAnswer,
} from './console-tools.ts';
export type {
  ConsoleTool,
  ConsoleToolDetail,
  ConsoleTools,
  ConsoleToolsQuery,
  DeprecatedTool,
  DeprecatedTools,
  DeprecatedToolsQuery,
  PutConversationTools,
  ToolDefinitionView,
  ToolImportAnswer,
  ToolLayerQuery,
  ToolScopeAnswer,
  ToolScopeQuery,
  ToolVersionAnswer,
} from './console-tools.ts';
export { contactErasure, contactExport } from './contacts.ts';
export {
  clearSetting,
  setSetting,
  settingList,
  settingName,
  settingQuery,
  settingView,
  type ClearSetting,
  type SetSetting,
  type SettingList,
  type SettingQuery,
  type SettingSource,
  type SettingView,
} from './settings.ts';
export {
  sharedContextView,
  shareLocation,
  sharePicture,
  type SharedContextView,
  type ShareLocation,
  type SharePicture,
} from './shared-context.ts';
export { fileView, type FileView } from './files.ts';
export { agentName, acceptMessage, acceptedMessage, author, MAX_MESSAGE_CHARACTERS } from './messages.ts';
export type { AcceptedMessage, AcceptMessage, Author } from './messages.ts';
export {
  clearFlag,
  flagAlerts,
  flagDetail,
  flagDocument,
  flagImportOutcome,
  flagKey,
  flagList,
  flagListQuery,
  flagView,
  importFlags,
  setFlag,
  switchFlag,
  undoFlagChange,
} from './flags.ts';
export type {
  ClearFlag,
  FlagAlertView,
  FlagChange,
  FlagDetail,
  FlagDifference,
  FlagDocument,
  FlagImportOutcome,
  FlagInOrg,
  FlagListQuery,
  FlagPlaceRequest,
  FlagSettingView,
  FlagView,
  ImportFlags,
  SetFlag,
  SwitchFlag,
  UndoFlagChange,
} from './flags.ts';
export {
  channelName,
  channels,
  contactId,
  MAX_CONTACT_ID_CHARACTERS,
  uuid,
  pickedOrg,
  type PickedOrg,
} from './ids.ts';
export {
  CursorError,
  cursorCodec,
  MAX_PAGE_SIZE,
  momentCursor,
  pageQuery,
  toPage,
  type Page,
} from './page.ts';
export { problem, PROBLEM_MEDIA_TYPE, type Problem } from './problem.ts';
export { apiKeyScope, apiKeyScopes, callerKind, callerKinds, userRole, userRoles } from './scopes.ts';
export type { ApiKeyScope, CallerKind, UserRole } from './scopes.ts';
export {
  importToolOverrides,
  MAX_TOOL_DESCRIPTION_CHARACTERS,
  putToolOverride,
  reservedToolNames,
  revertToolOverride,
  toolDeprecation,
  toolName,
  toolOverride,
  toolOverrideActions,
  toolOverridesFile,
  toolOverrideVersion,
  toolTier,
  toolTiers,
} from './tool-override.ts';
export type {
  ImportToolOverrides,
  PutToolOverride,
  RevertToolOverride,
  ToolDeprecation,
  ToolOverride,
  ToolOverridesFile,
  ToolOverrideVersion,
  ToolTier,
} from './tool-override.ts';
export {
  toolErrorClass,
  toolErrorClasses,
  toolResult,
  type ToolErrorClass,
  type ToolResult,
} from './tool-result.ts';
export {
  errorKinds,
  isForeseen,
  TurnpikeError,
  type ErrorAudience,
  type ErrorKind,
  type ErrorTraits,
  type RetryClass,
} from './turnpike.error.ts';
export {
  finalEventTypes,
  turnEvent,
  turnEventType,
  turnEventTypes,
  type TurnEvent,
  type TurnEventType,
} from './turn-events.ts';
export {
  endStates,
  turnError,
  turnPage,
  turnQuery,
  turnState,
  turnStates,
  turnTotals,
  turnView,
} from './turns.ts';
export type { TurnQuery, TurnState, TurnTotals, TurnView } from './turns.ts';
export {
  consoleDelivery,
  consoleDeliveryDetail,
  consoleDeliveryPage,
  consoleDeliveryQuery,
  consoleWebhookSecret,
  webhookDeliveryStates,
  webhookEvents,
} from './webhooks.ts';
export type {
  ConsoleDelivery,
  ConsoleDeliveryDetail,
  ConsoleDeliveryPage,
  ConsoleDeliveryQuery,
  ConsoleWebhookSecret,
  WebhookDeliveryState,
  WebhookEvent,
} from './webhooks.ts';
