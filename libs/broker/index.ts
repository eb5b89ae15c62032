export { BrokerDecision } from './broker-decision.entity.ts';
export { selectTools, type BrokerMode, type BrokerRequest, type BrokerSelection } from './select-tools.ts';
export { LexicalToolIndex } from './lexical-tool-index.ts';
export type { ToolIndex, ToolMatch } from './tool-index.ts';
export { RolloutEvidenceReadModel } from './rollout-evidence.read-model.ts';
