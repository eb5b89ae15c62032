/** What a setting is, whatever its kind. */
interface DescribedSetting {
  /** One or two sentences for people: what it changes. */
  readonly description: string;
  /** Who reads it: lib and part of it. */
  readonly readBy: string;
}

export interface WholeNumberSetting extends DescribedSetting {
  readonly kind: 'whole_number';
  readonly min: number;
  readonly max: number;
  readonly default: number;
  readonly unit: string;
}

/** A number with at most six decimals. */
export interface FractionSetting extends DescribedSetting {
  readonly kind: 'fraction';
  readonly min: number;
  readonly max: number;
  readonly default: number;
}

/** Names with commas or spaces between them. */
export interface NamesSetting extends DescribedSetting {
  readonly kind: 'names';
  /** What is named; whoever sets it may name only what there is. */
  readonly of: 'tool';
}

export interface ChoiceSetting extends DescribedSetting {
  readonly kind: 'choice';
  readonly values: readonly string[];
  readonly default: string;
}

export interface TextSetting extends DescribedSetting {
  readonly kind: 'text';
  readonly maxCharacters: number;
  readonly default?: string;
}

/** An absolute URL without user name and password. */
export interface UrlSetting extends DescribedSetting {
  readonly kind: 'url';
  readonly protocols: readonly string[];
}

/** IANA name of a time zone. */
export interface TimeZoneSetting extends DescribedSetting {
  readonly kind: 'time_zone';
  readonly default: string;
}

/** Stored encrypted and never shown again. */
export interface SecretSetting extends DescribedSetting {
  readonly kind: 'secret';
  /** Present where the secret is a URL, such as one with a password in it. */
  readonly protocols?: readonly string[];
}

export type SettingDefinition =
  | WholeNumberSetting
  | FractionSetting
  | NamesSetting
  | ChoiceSetting
  | TextSetting
  | UrlSetting
  | TimeZoneSetting
  | SecretSetting;

/** What holds when nobody sets it, as text; undefined where that is nothing. */
export function defaultOf(setting: SettingDefinition): string | undefined {
  return 'default' in setting && setting.default !== undefined ? String(setting.default) : undefined;
}
