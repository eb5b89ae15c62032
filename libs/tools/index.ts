export {
  ApprovalNeededError,
  type ApprovalDecided,
  type ApprovalGate,
  type ApprovalRequest,
} from './executor/approval.ts';
export type {
  Fill,
  Gazetteer,
  OfflineMessage,
  OfflineToolHints,
  Place,
  PlaceReader,
  QuestionBack,
  ReplyTemplate,
} from './offline-tool-hints.ts';
export {
  defineArtifactKind,
  type ArrayKey,
  type ArtifactContent,
  type ArtifactFormat,
  type ArtifactKind,
  type ArtifactKindSpec,
  type ArtifactSiblings,
} from './artifacts/artifact-kind.ts';
export {
  type ArtifactFile,
  type ArtifactReading,
  type ArtifactsPort,
  type ArtifactWrite,
  type MergeStrategy,
  type WrittenArtifact,
} from './artifacts/artifacts-port.ts';
export type { DrawerSpec } from './artifacts/drawer.ts';
export { CONVERSATION_SUMMARY } from './artifacts/conversation-summary.kind.ts';
export { artifactKindsOf, findKind, platformArtifactKinds } from './artifacts/known-kinds.ts';
export { filePath, pathProblem } from './artifacts/file-path.ts';
export { artifactUpdated, type ToolNews } from './artifacts/tool-news.ts';
export { ASKER } from './datasets/data-question.ts';
export { defineDataset, type Dataset, type DatasetField } from './datasets/dataset.ts';
export { platformDatasets } from './datasets/platform-datasets.ts';
export type { Content, ResourceContent } from './content.ts';
export {
  defineScenarios,
  type Expected,
  type ExpectedCall,
  type ExpectedRows,
  type Like,
  type Scenario,
  type ScenarioPlace,
  ScenarioService,
  type ScenarioStep,
  type ScenarioSuite,
  type SeenCall,
  type SeenStep,
  type ServiceUrls,
} from './scenario.ts';
export {
  contentOf,
  matchUri,
  readsConversation,
  type Complete,
  type FaceContext,
  type PromptArgument,
  type PromptSpec,
  type PromptText,
  type ResourceSpec,
} from './pack-face.ts';
export type { PackWebhook, WebhookContext, WebhookRequest } from './pack-webhook.ts';
export { isSignedWith } from './webhook-signature.ts';
export type { McpServerAddress, McpServerSpec, ToolListing, ToolOverlay } from './mcp-server-spec.ts';
export type { ToolServer } from './server-tools.ts';
export { definitionHash } from './registered-tool.ts';
export { described, foundTools, type ToldTo } from './found-tools.ts';
export { definePack, defineTask, packSettingsOf } from './pack.ts';
export { channelProfile, channelRules, type ChannelProfile } from './channel-profile.ts';
export { platformTaskTiers, taskTiersOf } from './task-tiers.ts';
export type {
  AgentChoiceInput,
  AgentSpec,
  DemoOrg,
  IntentSpec,
  Pack,
  PackSpec,
  RecalledTurn,
  SeedContext,
  SuccessfulCall,
  Task,
  TaskTier,
  TaskSpec,
} from './pack.ts';
export type { AttachedContent } from './attached-content.ts';
export type {
  OfflineRoutine,
  RoutineCall,
  RoutineReply,
  RoutineStep,
  RoutineTurn,
  SmallTalk,
} from './offline-routine.ts';
export type { MaterialTurn, PromptMaterial } from './prompt-material.ts';
export type {
  SeededArtifact,
  SeededCall,
  SeededConversation,
  SeededPicture,
  SeededTurn,
} from './seeded-conversation.ts';
export { playedTurn, wordedTurn, type SeededOrg } from './seeded-turn.ts';
export type { ProgramFacts, ProgramTemplate } from './program-template.ts';
export { programSignature, programTools, programValue, RUN_PROGRAM } from './program-tools.ts';
export { toAnthropicTool, type AnthropicTool } from './dialects/anthropic.dialect.ts';
export { toGeminiFunction, type GeminiFunctionDeclaration } from './dialects/gemini.dialect.ts';
export { toMcpTool, type McpTool } from './dialects/mcp.dialect.ts';
export {
  toOpenAiTool,
  type OpenAiDialectOptions,
  type OpenAiFunctionTool,
} from './dialects/openai.dialect.ts';
export type { DescribedTool, Translated, Translation } from './dialects/translation.ts';
export {
  defineTool,
  type SideEffect,
  type Tool,
  type ToolRole,
  type ToolSpec,
  type ToolTier,
} from './tool.ts';

export type {
  CallClient,
  CallProgress,
  ChannelRules,
  ConversationMessage,
  ConversationPort,
  ConversationResult,
  DrawersPort,
  EmbeddedText,
  FoundTool,
  InsightCategory,
  InsightSource,
  InsightSurroundings,
  LogLevel,
  MemoryPort,
  ModelTasksPort,
  NewInsight,
  RetrievedInsight,
  SharedPort,
  Speaker,
  StoredInsight,
  ToolContext,
  ToolDiscovery,
  Utterance,
} from './tool-context.ts';
export { insightCategories } from './tool-context.ts';
export { defineImport, type PackImport } from './pack-import.ts';
export type { PolicySituation, PolicyStanding, ReplyPolicy } from './reply-policy.ts';
export { CallTakenOverError, ToolError } from './tool.errors.ts';
export {
  summaryInput,
  summaryParts,
  type SummaryInput,
  type SummaryParts,
  type SummarySpec,
} from './summary-spec.ts';
export { CURRENCY_WORDS, MULTIPLIERS, readMoney, readNumber } from './text/amounts.ts';
export {
  countText,
  enumWithSynonyms,
  isoDate,
  isoDateTime,
  listOf,
  moneyText,
  percentText,
  type NumberLimits,
} from './text/argument-readers.ts';
export {
  moveFeatureRequest,
  outdatedFeatureRequests,
  renewFeatureRequest,
} from './requests/feature-requests.repository.ts';
export { ageInWords } from './text/age-in-words.ts';
export { momentOf } from './platform/moment.ts';
export { wantsCheaper, wantsPerson } from './text/asked-for.ts';
export { WISH_PHRASES } from './text/wishes.ts';
export { declaredLanguages, lackingLanguages, toolsLackingLanguages } from './lacking-languages.ts';
export { anySpelling } from './text/any-spelling.ts';
export { detectLanguage, detectLanguageAfter } from './text/language.ts';
export { hoursInDigits, minutesInArabic } from './text/clock-hours.ts';
export { picksTime } from './text/picked-time.ts';
export { MAX_READ_CHARACTERS } from './text/read-characters.ts';
export {
  ARABIC_TEENS,
  ARABIC_TEN,
  SPELLED_HUNDREDS,
  SPELLED_TENS,
  SPELLED_UNITS,
  withDigits,
} from './text/spelled-numbers.ts';
export { withWaterTold } from './text/water-or-hundred.ts';
export { normalizedWords, normalizeText, westernDigits } from './text/normalize-text.ts';
export { canonicalJson, hashOf as argumentsHashOf } from './cache/canonical-json.ts';
export { callerEffectKey } from './executor/effect-key.ts';
export {
  abandonEffects,
  countUnknownEffects,
  settleEffect,
  type EffectSettlement,
} from './executor/effect-settlement.repository.ts';
export {
  ToolExecutor,
  type ExecutorPorts,
  type OutcomeRecorder,
  type ToolCaller,
  type ToolInvocation,
} from './executor/tool-executor.ts';
export { insertToolCall, type ToolCallRow } from './executor/tool-call.repository.ts';
export { cutToSize } from './executor/result-size.ts';
export { toldFailure } from './executor/told-failure.ts';
export type { ToolOutcome } from './executor/tool-outcome.ts';
export { categoryByCues, importanceByCues, NOTING_PREFIXES } from './platform/insight-cues.ts';
export { refusedContent } from './platform/refused-content.ts';
export { artifactWritten, writeArtifact, type ArtifactWritten } from './platform/artifact-call.ts';
export { platformTools, subjectOf, TOOL_SEARCH, type ToolSearchResult } from './platform/index.ts';
export { isOfPacks } from './packs-of-org.ts';
export { ToolRegistry, type RegisteredAgent, type RegisteredTool } from './registry.ts';
export {
  everyTool,
  explainScope,
  scopeTools,
  type ConversationTools,
  type ExcludedTool,
  type LayerOutcome,
  type Scope,
  type ScopedTool,
  type ScopeLayer,
  type AgentRef,
  type ScopeRequest,
} from './scoping.ts';
export { traceOfScope } from './scope-trace.ts';
export type { EffectiveRegistry, EffectiveTool } from './overrides/effective-registry.ts';
export { DeprecationReport } from './deprecation/deprecation.read-model.ts';
export type { CurrentOverride } from './overrides/laid-over.ts';
export {
  differencesFrom,
  layOver,
  metadataOf,
  type MetadataDifference,
  type ToolMetadata,
} from './overrides/overlay.ts';
export { ToolOverrides, type ToolLayers } from './overrides/tool-overrides.service.ts';
export { ToolDefinitions } from './definitions/tool-definitions.service.ts';
export type { DefinitionView } from './definitions/tool-definition.repository.ts';
export { ToolMetadataModule } from './tool-metadata.module.ts';
export { ToolsModule } from './tools.module.ts';
export { detectIntents, intentsOf } from './text/intents.ts';
export { clauseBreaks } from './text/clause-breaks.ts';
export { leftOut } from './text/left-out.ts';
export { takesBackWhatWasSaid, toBeForgotten } from './text/said-before.ts';
export { findPhrase, hasPhrase, isForm, phraseWords, type PhrasePlace } from './text/phrases.ts';
export { searchWords } from './text/search-words.ts';
export { beginsLimit } from './text/limit-words.ts';
export { TIME_WORDS } from './text/time-words.ts';
export { arabicForms, contentStems, isStopWord, stem } from './text/stems.ts';
