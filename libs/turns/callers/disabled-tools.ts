import { nameList, type SettingReader } from '#identity';

/** The tools that the org's setting `TOOLS_DISABLED` names. */
export function disabledToolsOf(settings: SettingReader): ReadonlySet<string> {
  return new Set(nameList(settings, 'TOOLS_DISABLED'));
}
