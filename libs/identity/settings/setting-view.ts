import type { SettingSource, SettingView } from '#contracts';
import { TIMEZONE_SETTING, type DeploymentSettings } from './org-settings.ts';
import { checkSetting } from './check-setting.ts';
import type { KnownSetting } from './known-settings.ts';
import { defaultOf } from './setting-definition.ts';

/**
 * A setting as shown to users: its effective value, its source, and the value that would apply without the org's own. For a
 * secret, only whether it is set.
 *
 * @param stored the org's stored value; sealed for a secret.
 * @param deployment the fallback values of this org.
 */
export function viewOf(
  setting: KnownSetting,
  stored: string | undefined,
  deployment: DeploymentSettings,
): SettingView {
  const { name, kind, pack, description, readBy } = setting;
  const behind = behindOf(setting, deployment);
  const checked = stored === undefined || kind === 'secret' ? undefined : checkSetting(setting, stored);
  const expected = checked && 'expected' in checked ? checked.expected : null;
  const counts = stored !== undefined && expected === null;
  const source = counts ? 'org' : behind.source;
  return {
    name,
    kind,
    pack,
    description,
    readBy,
    min: 'min' in setting ? setting.min : null,
    max: 'max' in setting ? setting.max : null,
    unit: 'unit' in setting ? setting.unit : null,
    choices: 'values' in setting ? [...setting.values] : null,
    value: kind === 'secret' ? null : counts ? stored : behind.value,
    isSet: counts || behind.isSet,
    source,
    default: behind.value,
    problem: expected === null ? null : `${name}: expected ${expected}; the stored value is ignored.`,
  };
}

function behindOf(
  setting: KnownSetting,
  deployment: DeploymentSettings,
): { value: string | null; isSet: boolean; source: SettingSource } {
  const declared = defaultOf(setting) ?? null;
  const value = (setting.kind === 'secret' ? undefined : deployment.get(setting.name)) ?? declared;
  const isSet = value !== null || deployment.has(setting.name);
  if (setting.name === TIMEZONE_SETTING) return { value, isSet, source: 'made' };
  const isOfDeployment = deployment.has(setting.name) && value !== declared;
  return { value, isSet, source: isOfDeployment ? 'deployment' : 'default' };
}
