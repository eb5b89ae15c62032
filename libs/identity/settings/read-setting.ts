import { checkSetting, namesIn } from './check-setting.ts';
import { platformSettings, type SettingName, type SettingNameOf } from './setting-catalogue.ts';
import { defaultOf } from './setting-definition.ts';

/** Settings by name; the org's values override the deployment's. */
export interface SettingReader {
  get(name: SettingName): string | undefined;
  /** The fallback for the org's own value. */
  behind?(name: SettingName): string | undefined;
}

/** Reads a whole number within the range of its setting. */
export function wholeNumberSetting(settings: SettingReader, name: SettingNameOf<'whole_number'>): number {
  return Number(fitting(settings, name));
}

/** Reads a number with decimals within the range of its setting. */
export function fraction(settings: SettingReader, name: SettingNameOf<'fraction'>): number {
  return Number(fitting(settings, name));
}

/** Reads the names that a setting lists, in its order; empty if it is not set. */
export function nameList(settings: SettingReader, name: SettingNameOf<'names'>): string[] {
  return namesIn(settings.get(name) ?? '');
}

/** Reads one of the allowed values of a setting. */
export function choice<Name extends SettingNameOf<'choice'>>(
  settings: SettingReader,
  name: Name,
): (typeof platformSettings)[Name]['values'][number] {
  const { values, default: fallback } = platformSettings[name];
  const found = fitting(settings, name);
  return values.find((value) => value === found) ?? fallback;
}

/** Reads an IANA time zone. */
export function timeZone(settings: SettingReader, name: SettingNameOf<'time_zone'>): string {
  return fitting(settings, name) ?? platformSettings[name].default;
}

export function settingText(
  settings: SettingReader,
  name: SettingNameOf<'text' | 'url'>,
): string | undefined {
  return fitting(settings, name);
}

/** An invalid value counts as not set, so that a typing error does not lift a limit. */
function fitting(settings: SettingReader, name: SettingName): string | undefined {
  const setting = platformSettings[name];
  for (const read of [() => settings.get(name), () => settings.behind?.(name)]) {
    const found = read();
    const checked = found === undefined ? undefined : checkSetting(setting, found);
    if (checked && 'value' in checked) return checked.value;
  }
  return defaultOf(setting);
}
