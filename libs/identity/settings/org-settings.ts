import type { Config } from '#config';
import { isSealed, type SecretBox } from './secret-box.ts';
import type { KnownSettings } from './known-settings.ts';
import type { SettingReader } from './read-setting.ts';
import type { SettingName } from './setting-catalogue.ts';

/** The deployment's values of settings, which an org's values override. */
export interface DeploymentSettings {
  get(name: string): string | undefined;
  /** True if the deployment has a value, even one that orgs may not use. */
  has(name: string): boolean;
}

export const DEPLOYMENT_SETTINGS = Symbol('DeploymentSettings');

/**
 * Settings by name; the org's values override the deployment's. Packs read their declared settings through the same `get`.
 */
export interface OrgSettings extends SettingReader {
  /** @throws SecretUnreadableError or SecretsKeyMissingError for a secret that cannot be decrypted. */
  get(name: SettingName): string | undefined;
  behind(name: SettingName): string | undefined;
}

/**
 * Names of deployment values that no tool may read, even if its pack declares them: they give access to the platform or its
 * model providers, or contain their addresses. An org that wants its packs to use such a value sets its own.
 */
const NEVER_LENT = /(KEYS?|SECRETS?|PASSWORDS?|TOKENS?|CREDENTIALS?|_URL|_ENDPOINT)$/;

/** Exposes the settings of the environment to orgs, except for credentials. */
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

/** The only setting that every org has without setting it: its time zone. */
export const TIMEZONE_SETTING = 'ORG_TIMEZONE';

/**
 * The deployment's settings as the fallback for an org's own. The time zone is the org's; the deployment's time zone
 * applies only to new orgs.
 */
export function settingsBehind(
  org: { timezone: string },
  deployment: DeploymentSettings,
): DeploymentSettings {
  return {
    get: (name) => (name === TIMEZONE_SETTING ? org.timezone : deployment.get(name)),
    has: (name) => name === TIMEZONE_SETTING || deployment.has(name),
  };
}

/** Reads `stored` with the deployment's values as fallback. Sealed values are decrypted on access. */
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

/** The context to which a sealed setting is bound. */
export function settingPlace(orgId: string, name: string): string {
  return `${orgId}/${name}`;
}
