import { checkSetting, namesIn } from './check-setting.ts';
import { platformSettings, type SettingName, type SettingNameOf } from './setting-catalogue.ts';
import { defaultOf } from './setting-definition.ts';

/** Settings by name, the org's over the deployment's. */
export interface SettingReader {
  get(name: SettingName): string | undefined;
  /** What stands behind the org's own value. */
  behind?(name: SettingName): string | undefined;
}

/** A whole number within the range of its setting. */
export function wholeNumberSetting(settings: SettingReader, name: SettingNameOf<'whole_number'>): number {
  return Number(fitting(settings, name));
}

/** A number, with decimals, within the range of its setting. */
export function fraction(settings: SettingReader, name: SettingNameOf<'fraction'>): number {
  return Number(fitting(settings, name));
}

/** The names that a setting lists, in its order; none when it is not set. */
export function nameList(settings: SettingReader, name: SettingNameOf<'names'>): string[] {
  return namesIn(settings.get(name) ?? '');
}

/** One of the values that its setting may have. */
export function choice<Name extends SettingNameOf<'choice'>>(
  settings: SettingReader,
  name: Name,
): (typeof platformSettings)[Name]['values'][number] {
  const { values, default: fallback } = platformSettings[name];
  const found = fitting(settings, name);
  return values.find((value) => value === found) ?? fallback;
}

/** An IANA time zone. */
export function timeZone(settings: SettingReader, name: SettingNameOf<'time_zone'>): string {
  return fitting(settings, name) ?? platformSettings[name].default;
}

/** A text or URL as it is set; undefined when it is not. */
export function settingText(
  settings: SettingReader,
  name: SettingNameOf<'text' | 'url'>,
): string | undefined {
  return fitting(settings, name);
}

/** A value that does not fit counts as not set: a typing error lifts no limit. */
function fitting(settings: SettingReader, name: SettingName): string | undefined {
  const setting = platformSettings[name];
  for (const read of [() => settings.get(name), () => settings.behind?.(name)]) {
    const found = read();
    const checked = found === undefined ? undefined : checkSetting(setting, found);
    if (checked && 'value' in checked) return checked.value;
  }
  return defaultOf(setting);
}
