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
export { ModelError, modelErrorClasses, type ModelErrorClass } from './model.errors.ts';
