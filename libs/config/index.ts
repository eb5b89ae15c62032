export { parseAllowedHost, type AllowedHost } from './allowed-hosts.ts';
export { createClock, FixedClock, type Clock } from './clock.ts';
export { ConfigError } from './config.errors.ts';
export {
  loadConfig,
  type Config,
  type DatabaseSettings,
  type Environment,
  type QueueSettings,
} from './config.ts';
export { isUuid, newId } from './new-id.ts';
export { CLOCK, CONFIG, ConfigModule } from './config.module.ts';
