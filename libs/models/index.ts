export type { BudgetPeriod } from './budgets/budget.repository.ts';
export { Budgets, budgetsOf } from './budgets/budgets.ts';
export {
  beginCalls,
  foldModelCalls,
  forgetCalls,
  forgetModelCalls,
  settleDeadCalls,
  storeUses,
  type BegunCall,
  type DeadCall,
  type ModelUse,
} from './budgets/model-call.repository.ts';
export { costReport, reportOf, type CostComparison, type UsedModel } from './budgets/cost-report.ts';
export { freeModels, unpricedUsage } from './budgets/usage.read-model.ts';
export type { PriceSet } from './budgets/price-sets.ts';
export { ModelCalls, type CallAttempt, type CallLedger, type PaidCall } from './calls/model-calls.ts';
export { Embeddings } from './embeddings/embeddings.ts';
export { embedOffline, OfflineEmbedder } from './embeddings/offline.embedder.ts';
export { callIdOf } from './call-id.ts';
export { keyedProviders, ModelPicture, partsOf } from './language-model.ts';
export type {
  EmbeddingModel,
  EmbeddingModels,
  FinishReason,
  GenerateRequest,
  GenerateResult,
  KeyRotation,
  LastKeys,
  LanguageModel,
  MessagePart,
  ModelMessage,
  ModelTier,
  ModelTool,
  ModelToolCall,
  ProviderName,
  StandIn,
  TokenUsage,
  TurnFacts,
} from './language-model.ts';
export { cachesPrompts } from './known-models.ts';
export { LanguageModels } from './language-models.ts';
export { ModelError, type ModelErrorClass } from './model.errors.ts';
export { ModelRouter } from './model-router.ts';
export type { ModelRouterOptions, Route, RouteCandidate, RoutedModel, RouteRequest } from './model-router.ts';
export {
  ModelTasks,
  toolErrorOf,
  type MissedAnswer,
  type TaskCall,
  type TaskContext,
  type TaskResult,
} from './model-tasks.ts';
export { ModelsAdminModule, type ModelsAdminOptions } from './models-admin.module.ts';
export { ModelsModule, type ModelsModuleOptions } from './models.module.ts';
export { CircuitRepository } from './calls/circuit.repository.ts';
export { entryOfRow as ownModelEntry } from './orgs/org-catalogues.ts';
export { ModelChoices, type ModelChoice } from './orgs/model-choices.ts';
export { resealModelKeys } from './orgs/reseal.repository.ts';
export { OwnModelCheck } from './orgs/own-model-check.ts';
export { OrgModels, type OwnModel, type SeenKey } from './orgs/org-models.service.ts';
export { ModelRegistry } from './registry.ts';
export type { ModelCapabilities, ModelEntry, ModelPrices } from './model-entry.ts';
export {
  countMessageTokens,
  countRequestTokens,
  countTextTokens,
  countToolTokens,
  loadTokenizer,
} from './tokens.ts';
