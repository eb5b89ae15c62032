import { z } from 'zod';

/**
 * A whole number in a URL or a header, in decimal digits. Rejects `0x10`, `1e1`, ` 5` and empty text. Documented as `integer`
 * with its bounds.
 */
export const wholeNumber = (min: number, max: number) =>
  z.preprocess(readerOf(/^-?\d+$/), z.int({ error: wholeOnly }).min(min).max(max));

/** A number in a URL or a header, in decimal digits with an optional fraction. Documented as `number`. */
export const decimalNumber = (min: number, max: number) =>
  z.preprocess(readerOf(/^-?\d+(\.\d+)?$/), z.number().min(min).max(max));

const wholeOnly = ({ code }: { code?: string }) =>
  code === 'invalid_type' ? 'expected a whole number' : undefined;

/** Converts other text to NaN, which number schemas reject. */
function readerOf(written: RegExp): (value: unknown) => unknown {
  return (value) => {
    if (value === undefined) return value;
    return typeof value === 'string' && written.test(value) ? Number(value) : Number.NaN;
  };
}
