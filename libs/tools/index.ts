export {
  ApprovalNeededError,
  type ApprovalDecided,
  type ApprovalGate,
  type ApprovalRequest,
} from './executor/approval.ts';
export type {
  Fill,
  OfflineMessage,
  OfflineToolHints,
  Place,
  QuestionBack,
  ReplyTemplate,
} from './offline-tool-hints.ts';
export { defineDataset, type Dataset, type DatasetField } from './datasets/dataset.ts';
export { platformDatasets } from './datasets/platform-datasets.ts';
export type { Content, ResourceContent } from './content.ts';
export {
  contentOf,
  matchUri,
  type Complete,
  type FaceContext,
  type PromptArgument,
  type PromptSpec,
  type PromptText,
  type ResourceSpec,
} from './pack-face.ts';
export type { McpServerAddress, McpServerSpec, ToolOverlay } from './mcp-server-spec.ts';
export type { ToolServer } from './server-tools.ts';
export { described, foundTools, type ToldTo } from './found-tools.ts';
export { definePack, defineTask, packSettingsOf } from './pack.ts';
export type {
  AgentChoiceInput,
  AgentSpec,
  DemoOrg,
  IntentSpec,
  Pack,
  PackSpec,
  SeedContext,
  Task,
  TaskSpec,
} from './pack.ts';
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
  EmbeddedText,
  FoundTool,
  InsightCategory,
  InsightSource,
  LogLevel,
  MemoryPort,
  ModelTasksPort,
  NewInsight,
  RetrievedInsight,
  SharedPort,
  StoredInsight,
  ToolContext,
  ToolDiscovery,
} from './tool-context.ts';
export { RegistryError, ToolError } from './tool.errors.ts';
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
export { moveFeatureRequest } from './requests/feature-requests.repository.ts';
export { FeatureRequest } from './requests/feature-request.entity.ts';
export { FeatureRequestOccurrence } from './requests/feature-request-occurrence.entity.ts';
export { WISH_PHRASES } from './text/wishes.ts';
export { detectLanguage } from './text/language.ts';
export { normalizedWords, normalizeText } from './text/normalize-text.ts';
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
  type RecordOutcome,
  type ToolCaller,
  type ToolInvocation,
} from './executor/tool-executor.ts';
export type { ToolOutcome } from './executor/tool-outcome.ts';
export { platformTools, subjectOf, TOOL_SEARCH, type ToolSearchResult } from './platform/index.ts';
export { PLATFORM_PACK, ToolRegistry, type RegisteredAgent, type RegisteredTool } from './registry.ts';
export {
  everyTool,
  explainScope,
  scopeLayers,
  scopeTools,
  type ConversationTools,
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
export { findPhrase, hasPhrase, isForm, phraseWords, type PhrasePlace } from './text/phrases.ts';
export { searchWords } from './text/search-words.ts';
export { arabicForms, contentStems, isStopWord, stem } from './text/stems.ts';
