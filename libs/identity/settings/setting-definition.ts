/** The properties that settings of every kind have. */
interface DescribedSetting {
  /** One or two sentences for users about the effect of the setting. */
  readonly description: string;
  /** The lib that reads the setting, and its part. */
  readonly readBy: string;
}

export interface WholeNumberSetting extends DescribedSetting {
  readonly kind: 'whole_number';
  readonly min: number;
  readonly max: number;
  readonly default: number;
  readonly unit: string;
}

/** A number with up to six decimals. */
export interface FractionSetting extends DescribedSetting {
  readonly kind: 'fraction';
  readonly min: number;
  readonly max: number;
  readonly default: number;
}

/** Names separated by commas or spaces. */
export interface NamesSetting extends DescribedSetting {
  readonly kind: 'names';
  /** The kind of named things. Only existing ones can be set. */
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

export interface TimeZoneSetting extends DescribedSetting {
  readonly kind: 'time_zone';
  readonly default: string;
}

/** Stored encrypted and never shown again. */
export interface SecretSetting extends DescribedSetting {
  readonly kind: 'secret';
  /** Present if the secret is a URL, for example one that contains a password. */
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

/** The default value as text; undefined if there is no default. */
export function defaultOf(setting: SettingDefinition): string | undefined {
  return 'default' in setting && setting.default !== undefined ? String(setting.default) : undefined;
}
