export { parseAllowedHost } from './allowed-hosts.ts';
export { createClock, FixedClock, type Clock, type ClockMove } from './clock.ts';
export {
  deploymentSettings,
  loadConfig,
  keySettings,
  NO_KEY,
  providerKeys,
  variablesNamed,
  type Config,
  type DatabaseSettings,
  type Environment,
} from './config.ts';
export { firstIdAt, isUuid, newId } from './new-id.ts';
export { mailTransports, settingRanges, voiceTiers } from './setting-ranges.ts';
export { CLOCK, CONFIG, ConfigModule } from './config.module.ts';
