import { z } from 'zod';

/**
 * A whole number in an address or a header, in decimal digits: `0x10`, `1e1`, ` 5` and nothing at all are none. Documented
 * as `integer` with its bounds.
 */
export const wholeNumber = (min: number, max: number) =>
  z.preprocess(readerOf(/^-?\d+$/), z.int({ error: wholeOnly }).min(min).max(max));

/** A number in an address or a header, in decimal digits with or without a fraction. Documented as `number`. */
export const decimalNumber = (min: number, max: number) =>
  z.preprocess(readerOf(/^-?\d+(\.\d+)?$/), z.number().min(min).max(max));

const wholeOnly = ({ code }: { code?: string }) =>
  code === 'invalid_type' ? 'expected a whole number' : undefined;

/** What is no number in this way of writing becomes NaN, which no schema of a number takes. */
function readerOf(written: RegExp): (value: unknown) => unknown {
  return (value) => {
    if (value === undefined) return value;
    return typeof value === 'string' && written.test(value) ? Number(value) : Number.NaN;
  };
}
