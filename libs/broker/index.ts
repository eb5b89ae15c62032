export { BrokerDecision } from './broker-decision.entity.ts';
export { clusterByWords, type MessageCluster } from './gaps/cluster-gaps.ts';
export { BrokerModule } from './broker.module.ts';
export { LogChangedError, RankerTraining } from './rankers/ranker-training.service.ts';
export { TrainingPlan } from './rankers/training-plan.service.ts';
export { RankingModule } from './ranking.module.ts';
export type { RankerSummary } from './rankers/ranker-version.repository.ts';
export { Rankers, type ServingRanker } from './rankers/rankers.ts';
export { StoredRankers } from './rankers/stored-rankers.ts';
export { ToolBroker } from './selection/tool-broker.ts';
export type {
  BrokerMode,
  BrokerRequest,
  BrokerSelection,
  PreviousSet,
  ToolRank,
} from './selection/broker-request.ts';
export { brokerCut, type BrokerCut } from './selection/broker-cut.ts';
export type { ExplainedTool } from './selection/explained-tools.ts';
export { overfullAgents } from './selection/overfull-agents.ts';
export { SemanticToolIndex } from './semantic-tool-index.ts';
export type { ToolIndex } from './tool-index.ts';
export { RolloutEvidenceReadModel } from './rollout-evidence.read-model.ts';
export { IndexCache } from './index/index-cache.ts';
export type { RankableTool } from './index/tool-document.ts';
export { rankTools } from './ranking/rank-tools.ts';
export { trainRanker } from './learning/train-ranker.ts';
export type { Example } from './learning/training-set.ts';
export { LearnedRanker } from './learning/learned-ranker.ts';
export { detectIntents, intentsOf } from './intents/intents.ts';
