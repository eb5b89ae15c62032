export { costOfUsage, estimateCost } from './cost.ts';
export { EMBEDDING_DIMENSIONS, modelTiers, providerNames } from './language-model.ts';
export type {
  EmbeddingModel,
  FinishReason,
  GenerateRequest,
  GenerateResult,
  LanguageModel,
  ModelMessage,
  ModelTier,
  ModelTool,
  ModelToolCall,
  ProviderName,
  TokenUsage,
  TurnFacts,
} from './language-model.ts';
export { LanguageModels } from './language-models.ts';
export { ModelError, modelErrorClasses, type ModelErrorClass } from './model.errors.ts';
export { keySettings, ModelRouter } from './model-router.ts';
export type { ModelRouterOptions, Route, RouteCandidate, RouteRequest } from './model-router.ts';
export { ModelTasks, toolErrorOf, type TaskCall, type TaskContext, type TaskResult } from './model-tasks.ts';
export { configuredModels, ModelsModule, OFFLINE_HINTS, type ModelsModuleOptions } from './models.module.ts';
export { noHints, type OfflineHints, type OfflineTool } from './offline/hints.ts';
export { OfflineModel } from './offline/offline.model.ts';
export { OpenAiModel, type OpenAiSettings } from './providers/openai.provider.ts';
export { knownModels, ModelRegistry } from './registry.ts';
export type { ModelCapabilities, ModelEntry, ModelPrices } from './registry.ts';
export {
  countMessageTokens,
  countRequestTokens,
  countTextTokens,
  countToolTokens,
  loadTokenizer,
} from './tokens.ts';
