import { z } from 'zod';
import './problem.ts';

const wordsFor = (schema: z.ZodType, value: unknown): string | undefined =>
  schema.safeParse(value).error?.issues[0]?.message;

describe('what a value that does not fit is told', () => {
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
