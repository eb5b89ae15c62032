import type { FlagView } from '#contracts';
import { StartRefusedError } from '../start/start.errors.ts';

type Value = FlagView['values'][number];

/** As the console says what a file or an answer has as true and false. */
const SPOKEN = new Map<Value, string>([
  [true, 'on'],
  [false, 'off'],
]);

/**
 * The value of the flag that `word` means, in the words of its answers or of the console.
 *
 * @throws StartRefusedError that lists the values the flag can have.
 */
export function valueOf({ key, values }: Pick<FlagView, 'key' | 'values'>, word: string): Value {
  // A variant may itself be called "off": what is written as it is stored goes first.
  const value =
    values.find((candidate) => String(candidate) === word) ??
    values.find((candidate) => SPOKEN.get(candidate) === word);
  if (value !== undefined) return value;
  const known = values.map((one) => [SPOKEN.get(one), String(one)].filter(Boolean).join(' or '));
  throw new StartRefusedError(`${key} cannot be "${word}"; it is one of: ${known.join(', ')}.`);
}
