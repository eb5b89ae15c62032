import type { FlagView } from '#contracts';
import { StartRefusedError } from '../start/start.errors.ts';

type Value = FlagView['values'][number];

/** The console's words for true and false. */
const SPOKEN = new Map<Value, string>([
  [true, 'on'],
  [false, 'off'],
]);

/**
 * Parses `word` as a value of the flag, in the stored form or as the console shows it.
 *
 * @throws StartRefusedError that lists the values of the flag.
 */
export function valueOf({ key, values }: Pick<FlagView, 'key' | 'values'>, word: string): Value {
  // A variant may itself be called "off": stored values take precedence.
  const value =
    values.find((candidate) => String(candidate) === word) ??
    values.find((candidate) => SPOKEN.get(candidate) === word);
  if (value !== undefined) return value;
  const known = values.map((one) => [SPOKEN.get(one), String(one)].filter(Boolean).join(' or '));
  throw new StartRefusedError(`${key} cannot be "${word}"; it is one of: ${known.join(', ')}.`);
}
