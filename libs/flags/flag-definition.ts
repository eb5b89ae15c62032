import type { SettingNameOf } from '#identity';
/** What a flag answers: true or false, or one of its variants. */
export type FlagValue = boolean | string;

interface FlagBase {
  /** Snake case, unique over the platform and all packs. */
  key: string;
  /** What switching it does, in a sentence or two. */
  description: string;
  /** Who decides about it: the lib or pack that asks it. */
  owner: string;
}

/** On or off. The kill switch forces it off. */
export interface BooleanFlag extends FlagBase {
  type: 'boolean';
  default: boolean;
}

/** One of several ways. The kill switch forces `safe`. */
export interface VariantFlag extends FlagBase {
  type: 'variants';
  variants: readonly string[];
  default: string;
  safe: string;
  gate?: RolloutGateSpec;
  guard?: RolloutGuardSpec;
}

export type FlagDefinition = BooleanFlag | VariantFlag;

/** What must have been measured before a variant may become the platform's default. */
export interface RolloutGateSpec {
  /** The variant that waits behind the gate. */
  variant: string;
  /** The variant under which it is measured. */
  measuredIn: string;
  /** Share of measured turns, 0 to 1. */
  minRate: number;
  minTurns: number;
  windowDays: number;
}

/** When a variant is taken back from an org by itself. */
export interface RolloutGuardSpec {
  variant: string;
  fallback: string;
  /** Setting of the org with its own threshold, 0 to 1. */
  minRateSetting: SettingNameOf<'fraction'>;
  /** Where the org sets none. */
  minRate: number;
  /** Fewer turns than this within the window say nothing. */
  minTurns: number;
  windowMinutes: number;
}

/** What the kill switch forces. */
export function safeValueOf(flag: FlagDefinition): FlagValue {
  return flag.type === 'boolean' ? false : flag.safe;
}

export function valuesOf(flag: FlagDefinition): readonly FlagValue[] {
  return flag.type === 'boolean' ? [true, false] : flag.variants;
}

/** The flag's value of that text, as rows and command lines hold it; undefined when it has none such. */
export function parseFlagValue(flag: FlagDefinition, text: string): FlagValue | undefined {
  return valuesOf(flag).find((value) => String(value) === text);
}
