import { z } from 'zod';
import { expectationOf } from './problem.ts';

const wordsFor = (schema: z.ZodType, value: unknown): string | undefined =>
  schema.safeParse(value).error?.issues[0]?.message;

describe('the message for an invalid value', () => {
  it.each<[z.ZodType, unknown, string]>([
    [z.string(), undefined, 'missing, expected a string'],
    [z.int(), 1.5, 'expected a whole number, found a number'],
    [z.array(z.string()), null, 'expected an array, found null'],
    [z.string().max(3), 'four', 'expected at most 3 characters'],
    [z.string().min(1), '', 'expected at least 1 character'],
    [z.string().length(2), 'x', 'expected exactly 2 characters'],
    [z.array(z.int()).max(1), [1, 2], 'expected at most 1 item'],
    [z.number().max(10), 11, 'expected at most 10'],
    [z.number().gt(0), 0, 'expected more than 0'],
    [z.number().lt(5), 5, 'expected less than 5'],
    [z.uuid(), 'x', 'expected a UUID'],
    [z.email(), 'x', 'expected an e-mail address'],
    [z.url(), 'x', 'expected an absolute URL'],
    [z.iso.datetime(), 'x', 'expected a date and time such as 2026-01-31T09:00:00Z'],
    [z.enum(['a', 'b']), 'c', 'expected one of "a", "b"'],
    [z.literal(1), 2, 'expected 1'],
    [z.strictObject({}), { one: 1, two: 2 }, 'unknown: one, two'],
    [z.string().regex(/^x/, 'expected an x'), 'y', 'expected an x'],
  ])('%#', (schema, value, words) => {
    expect(wordsFor(schema, value)).toBe(words);
  });
});

describe('the expectation behind an issue', () => {
  it.each<[z.ZodType, unknown, unknown]>([
    [z.number().max(10), 11, { bound: 'at most', limit: 10 }],
    [z.number().gt(0), 0, { bound: 'more than', limit: 0 }],
    [z.string().max(3), 'four', null],
    [z.enum(['a', 'b']), 'c', { oneOf: ['a', 'b'] }],
    [z.iso.date(), 'x', { like: 'a date such as 2026-01-31' }],
    [z.string().regex(/^x/, 'a word with an x'), 'y', { says: 'a word with an x' }],
    [z.string().regex(/^x/), 'y', null],
    [z.string().refine(() => false, 'an address that answers'), 'y', { says: 'an address that answers' }],
    [z.string(), 5, null],
  ])('%#', (schema, value, expects) => {
    const issue = schema.safeParse(value).error?.issues[0];
    expect(issue && expectationOf(issue)).toEqual(expects);
  });
});
