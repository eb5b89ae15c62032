export {
  ApprovalNeededError,
  type ApprovalDecided,
  type ApprovalGate,
  type ApprovalRequest,
} from './executor/approval.ts';
export { CONVERSATION_SUMMARY } from './artifacts/conversation-summary.kind.ts';
export { artifactKindsOf, findKind, platformArtifactKinds } from './artifacts/known-kinds.ts';
export { platformDatasets } from './datasets/platform-datasets.ts';
export type { ToolServer } from './server-tools.ts';
export { describeTool, toSearchResults, type ToolAudience } from './describe-tool.ts';
export { channelProfile, channelRules, type ChannelProfile } from './channel-profile.ts';
export { platformTaskTiers, taskTiersOf } from './task-tiers.ts';
export { programList, programSignature, programTools, programValue, RUN_PROGRAM } from './program-tools.ts';
export { toAnthropicTool, type AnthropicTool } from './dialects/anthropic.dialect.ts';
export { toGeminiFunction } from './dialects/gemini.dialect.ts';
export { toMcpTool, type McpTool } from './dialects/mcp.dialect.ts';
export { toOpenAiTool, type OpenAiDialectOptions } from './dialects/openai.dialect.ts';
export type { DescribedTool } from './dialects/described-tool.ts';
export {
  moveFeatureRequest,
  outdatedFeatureRequests,
  renewFeatureRequest,
} from './requests/feature-requests.repository.ts';
export { declaredLanguages, missingLanguages, toolsMissingLanguages } from './missing-languages.ts';
export { canonicalJson, hashOf as argumentsHashOf } from './cache/canonical-json.ts';
export { callerEffectKey } from './executor/effect-key.ts';
export {
  abandonEffects,
  countUnknownEffects,
  settleEffect,
  type EffectSettlement,
} from './executor/effect-settlement.repository.ts';
export { ToolExecutor, type ExecutorPorts, type OutcomeRecorder } from './executor/tool-executor.ts';
export type { ToolCaller, ToolInvocation } from './executor/tool-invocation.ts';
export { insertToolCalls, type ToolCallRow } from './executor/tool-call.repository.ts';
export { cutToSize } from './executor/result-size.ts';
export { failureForCaller } from './executor/failure-text.ts';
export type { ToolOutcome } from './executor/tool-outcome.ts';
export { refusedContent } from './platform/refused-content.ts';
export { featureCategories, platformTools, TOOL_SEARCH, type ToolSearchResult } from './platform/index.ts';
export { isOfPacks } from './packs-of-org.ts';
export {
  definitionHash,
  PLATFORM_PACK,
  type RegisteredAgent,
  type RegisteredTool,
} from './registered-tool.ts';
export { ToolRegistry } from './registry.ts';
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
export type { CurrentOverride } from './overrides/override-snapshot.ts';
export {
  differencesFrom,
  applyOverride,
  metadataOf,
  type MetadataDifference,
  type ToolMetadata,
} from './overrides/overlay.ts';
export { ToolOverrides, type ToolLayers } from './overrides/tool-overrides.service.ts';
export { ToolDefinitions } from './definitions/tool-definitions.service.ts';
export type { DefinitionView } from './definitions/tool-definition.repository.ts';
export { ToolMetadataModule } from './tool-metadata.module.ts';
export { ToolsModule } from './tools.module.ts';
