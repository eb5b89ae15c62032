import type { Config } from '#config';
import { isSealed, type SecretBox } from './secret-box.ts';
import type { KnownSettings } from './known-settings.ts';
import type { SettingReader } from './read-setting.ts';
import type { SettingName } from './setting-catalogue.ts';

/** The deployment's own value of a setting, which an org's value overrides. */
export interface DeploymentSettings {
  get(name: string): string | undefined;
  /** True where the deployment has a value, also one that it does not lend. */
  has(name: string): boolean;
}

export const DEPLOYMENT_SETTINGS = Symbol('DeploymentSettings');

/** Settings by name: the org's over the deployment's. Packs read those that they declare by the same `get`. */
export interface OrgSettings extends SettingReader {
  /** @throws SecretUnreadableError or SecretsKeyMissingError for a secret that does not open. */
  get(name: SettingName): string | undefined;
  behind(name: SettingName): string | undefined;
}

/**
 * Names that no tool may read of the deployment, whatever its pack asks for: they open the platform or its model
 * providers, or say where these are. An org that wants to lend its packs such a value sets its own.
 */
const NEVER_LENT = /(KEYS?|SECRETS?|PASSWORDS?|TOKENS?|CREDENTIALS?|_URL|_ENDPOINT)$/;

/** Lends the settings of the environment, all but those that open something. */
export function deploymentSettingsOf(config: Config): DeploymentSettings {
  const environment: Record<string, unknown> = config.environment;
  const read = (name: string) => {
    const value = Object.hasOwn(environment, name) ? environment[name] : undefined;
    if (Array.isArray(value)) return value.length > 0 ? value.join(',') : undefined;
    return value === undefined || value === null ? undefined : String(value);
  };
  return {
    get: (name) => (NEVER_LENT.test(name) ? undefined : read(name)),
    has: (name) => read(name) !== undefined,
  };
}

/** The one setting that every org has a value of without naming it: its time zone. */
export const TIMEZONE_SETTING = 'ORG_TIMEZONE';

/** The deployment's settings behind an org's own; its time zone is the org's, the deployment's is only for new orgs. */
export function settingsBehind(
  org: { timezone: string },
  deployment: DeploymentSettings,
): DeploymentSettings {
  return {
    get: (name) => (name === TIMEZONE_SETTING ? org.timezone : deployment.get(name)),
    has: (name) => name === TIMEZONE_SETTING || deployment.has(name),
  };
}

/** Reads `stored` with the deployment behind it; sealed values are opened when they are asked for. */
export function readSettings(
  orgId: string,
  stored: Record<string, string>,
  deployment: DeploymentSettings,
  { secrets, known }: { secrets: SecretBox; known: KnownSettings },
): OrgSettings {
  const behind = (name: string) => deployment.get(name) ?? known.packDefault(name);
  return {
    get: (name) => {
      const value = Object.hasOwn(stored, name) ? stored[name] : undefined;
      if (value === undefined) return behind(name);
      return isSealed(value) ? secrets.open(settingPlace(orgId, name), value) : value;
    },
    behind,
  };
}

/** What a sealed setting is bound to. */
export function settingPlace(orgId: string, name: string): string {
  return `${orgId}/${name}`;
}
