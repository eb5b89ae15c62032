export { BudgetRepository, type BudgetPeriod } from './budgets/budget.repository.ts';
export { Budgets, budgetsOf } from './budgets/budgets.ts';
export { costReport, type CostReport } from './budgets/cost-report.ts';
export { ModelCalls, type CallAttempt } from './calls/model-calls.ts';
export { EMBEDDING_DIMENSIONS, ModelPicture } from './language-model.ts';
export type {
  EmbeddingModel,
  FinishReason,
  GenerateRequest,
  GenerateResult,
  KeyRotation,
  LanguageModel,
  MessagePart,
  ModelMessage,
  ModelTier,
  ModelTool,
  ModelToolCall,
  ProviderName,
  TokenUsage,
  TurnFacts,
} from './language-model.ts';
export { LanguageModels } from './language-models.ts';
export { ModelError, type ModelErrorClass } from './model.errors.ts';
export { ModelRouter } from './model-router.ts';
export type { ModelRouterOptions, Route, RouteCandidate, RouteRequest } from './model-router.ts';
export { ModelTasks, toolErrorOf, type TaskCall, type TaskContext, type TaskResult } from './model-tasks.ts';
export { ModelsModule, type ModelsModuleOptions } from './models.module.ts';
export type { OfflineHints, OfflineTool } from './offline/hints.ts';
export { OfflineModel } from './offline/offline.model.ts';
export { ModelRegistry } from './registry.ts';
export type { ModelCapabilities, ModelEntry, ModelPrices } from './registry.ts';
export { countMessageTokens, countRequestTokens, countTextTokens, countToolTokens } from './tokens.ts';
