import type { FlagView } from '#contracts';

type Value = FlagView['values'][number];

/** The console's words for true and false. */
const SPOKEN = new Map<Value, string>([
  [true, 'on'],
  [false, 'off'],
]);

/** Parses `word` as a value, in the stored form or as the console shows it; undefined if it is none of them. */
export function valueOf(values: readonly Value[], word: string): Value | undefined {
  // A variant may itself be called "off": stored values take precedence.
  return values.find((value) => String(value) === word) ?? values.find((value) => SPOKEN.get(value) === word);
}

/** Every word that stands for one of the values. */
export function wordsOf(values: readonly Value[]): string {
  return values.map((one) => [SPOKEN.get(one), String(one)].filter(Boolean).join(' or ')).join(', ');
}
