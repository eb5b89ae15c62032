export { BrokerDecision } from './broker-decision.entity.ts';
export { selectTools, type BrokerMode, type BrokerRequest, type BrokerSelection } from './select-tools.ts';
