export { FlagService } from './commands/flag.service.ts';
export { FlagTransferService } from './commands/flag-transfer.service.ts';
export { FlagAlertRepository } from './flag-alert.repository.ts';
export { FlagCatalogue } from './flag-catalogue.ts';
export { parseFlagValue, safeValueOf, valuesOf, type FlagDefinition } from './flag-definition.ts';
export { conversationPlace, orgPlace, PLATFORM_DEFAULT, type FlagPlace } from './flag-place.ts';
export { FlagRuleRepository, type StoredRule } from './flag-rule.repository.ts';
export { FlagStore } from './flag-store.ts';
export { Flags } from './flags.ts';
export { FlagsModule } from './flags.module.ts';
export type {
  EvidenceWindow,
  MeasuredDay,
  MeasuredTurns,
  RolloutEvidence,
} from './rollout/rollout-evidence.ts';
export { RolloutGate } from './rollout/rollout-gate.ts';
export { RolloutGuard } from './rollout/rollout-guard.ts';
export { buildTargets } from './targeting/build-targets.ts';
export { evaluateFlag } from './targeting/targeting.ts';
