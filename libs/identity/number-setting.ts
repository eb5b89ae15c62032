/** Where the numbers of a setting may lie, and what holds when it has none. */
export interface NumberRange {
  fallback: number;
  min: number;
  max: number;
}

/** A number from 0 to 1 from an org's settings; anything else counts as not set. */
export function fractionSetting(
  settings: { get(name: string): string | undefined },
  name: string,
  fallback: number,
): number {
  const text = settings.get(name)?.trim();
  return text !== undefined && /^(?:0|1|0?\.\d{1,6}|1\.0{1,6})$/.test(text) ? Number(text) : fallback;
}

/** A whole number from an org's settings. Text that is none, or lies outside, counts as not set: a typing error lifts no limit. */
export function numberSetting(
  settings: { get(name: string): string | undefined },
  name: string,
  { fallback, min, max }: NumberRange,
): number {
  const text = settings.get(name)?.trim();
  if (text === undefined || !/^\d{1,9}$/.test(text)) return fallback;
  const value = Number(text);
  return value >= min && value <= max ? value : fallback;
}
