import type { SettingNameOf } from '#identity';
/** The value of a flag: true or false, or one of its variants. */
export type FlagValue = boolean | string;

interface FlagBase {
  /** Snake case, unique over the platform and all packs. */
  key: string;
  /** The effect of the flag in a sentence or two. */
  description: string;
  /** The lib or pack that evaluates the flag. */
  owner: string;
}

/** A switch. The kill switch forces it off. */
export interface BooleanFlag extends FlagBase {
  type: 'boolean';
  default: boolean;
}

/** A flag with several variants. The kill switch forces `safe`. */
export interface VariantFlag extends FlagBase {
  type: 'variants';
  variants: readonly string[];
  default: string;
  safe: string;
  gate?: RolloutGateSpec;
  guard?: RolloutGuardSpec;
}

export type FlagDefinition = BooleanFlag | VariantFlag;

/** The measurements that a variant needs before it can become the platform's default. */
export interface RolloutGateSpec {
  /** The variant behind the gate. */
  variant: string;
  /** The variant under which turns are measured. */
  measuredIn: string;
  /** Share of measured turns, 0 to 1. */
  minRate: number;
  minTurns: number;
  windowDays: number;
}

/** The rule that resets a variant automatically for an org. */
export interface RolloutGuardSpec {
  variant: string;
  fallback: string;
  /** Setting with the org's own threshold, 0 to 1. */
  minRateSetting: SettingNameOf<'fraction'>;
  /** Threshold if the org sets none. */
  minRate: number;
  /** The guard does not act on fewer turns than this within the window. */
  minTurns: number;
  windowMinutes: number;
}

/** The value that the kill switch forces. */
export function safeValueOf(flag: FlagDefinition): FlagValue {
  return flag.type === 'boolean' ? false : flag.safe;
}

export function valuesOf(flag: FlagDefinition): readonly FlagValue[] {
  return flag.type === 'boolean' ? [true, false] : flag.variants;
}

/** Parses a value of the flag from text, as rows and command lines contain it; undefined if the flag has no such value. */
export function parseFlagValue(flag: FlagDefinition, text: string): FlagValue | undefined {
  return valuesOf(flag).find((value) => String(value) === text);
}
