import { z } from 'zod';
import { workMs } from '../../test/harness/work-ms.ts';
import {
  countText,
  enumWithSynonyms,
  isoDate,
  isoDateTime,
  listOf,
  moneyText,
  percentText,
} from './argument-readers.ts';

const problem = (schema: z.ZodType, value: unknown) => schema.safeParse(value).error?.issues[0]?.message;

describe('moneyText', () => {
  it.each([
    [250000, 250000],
    ['250k', 250000],
    ['€250,000', 250000],
    ['250 000 €', 250000],
    ['1.2 million', 1_200_000],
    ['500.000 Euro', 500_000],
    ['0.500 million', 500_000],
    ['1.250 million', 1_250_000],
    ['200 ألف يورو', 200_000],
    ['٢٥٠٬٠٠٠', 250_000],
    ['٣ مليون درهم', 3_000_000],
    ['AED 95,500.50', 95_500.5],
    ["1'200", 1200],
    ['-5', -5],
    ['250,000 OMR', 250_000],
    ['300 cad', 300],
    ['500SEK', 500],
    ['TOP 500', 500],
    ['US$1.5m', 1_500_000],
    ['B$ 20', 20],
    ['300 US$', 300],
    ['500 k€', 500_000],
    ['Rs. 1,200', 1_200],
    ['1,200 rupees', 1_200],
    ['٥٠٠ د. إ.', 500],
    ['ر.س 1,200', 1_200],
    ['250 ألف د.ك', 250_000],
  ])('%j is %d', (text, amount) => {
    expect(moneyText().parse(text)).toBe(amount);
  });

  it.each(['cheap', '', '1,5', 'between 1 and 2', '12 monkeys', 'top 500', 'all 300', '3 km', true, {}])(
    'refuses %j by what was found and expected',
    (text) => {
      expect(problem(moneyText(), text)).toMatch(/^found .*, expected an amount such as 250000/);
    },
  );

  it.each(['1 abc ', 'usd ', '1', ' ', '- '])('refuses a long text of %j quickly', async (words) => {
    const read = () =>
      expect(problem(moneyText(), words.repeat(100_000 / words.length))).toMatch(/an amount such as/);
    expect(await workMs(read, 1_500)).toBeLessThan(1_500);
  });

  it('enforces its limits', () => {
    expect(problem(moneyText({ above: 0 }), '0')).toMatch(/>0|more than 0/);
    expect(problem(moneyText({ max: 10 }), '1k')).toMatch(/<=10|at most 10/);
    expect(moneyText({ min: 0 }).optional().parse(undefined)).toBeUndefined();
    expect(
      moneyText()
        .refine((amount) => amount % 2 === 0, 'even')
        .safeParse('3').success,
    ).toBe(false);
  });
});

describe('countText and percentText', () => {
  it.each([
    ['3', 3],
    ['1,200', 1200],
    ['١٢', 12],
    [4, 4],
  ])('count %j is %d', (text, count) => {
    expect(countText().parse(text)).toBe(count);
  });

  it('requires a whole number unless `integer` is false', () => {
    expect(countText().safeParse('2.5').success).toBe(false);
    expect(countText({ integer: false }).parse('2.5')).toBe(2.5);
    expect(problem(countText(), 'some')).toBe('found "some", expected a number such as 3 or "1,200"');
  });

  it.each([
    ['30%', 30],
    ['٤٫٥٪', 4.5],
    ['3.9 percent', 3.9],
    ['4', 4],
    [12, 12],
  ])('percentage %j is %d', (text, percentage) => {
    expect(percentText().parse(text)).toBe(percentage);
  });
});

describe('enumWithSynonyms', () => {
  const type = enumWithSynonyms({ Apartment: ['flat', 'شقة'], Villa: ['فيلا'] });

  it.each([
    ['APARTMENT', 'Apartment'],
    ['Flat', 'Apartment'],
    ['شقه', 'Apartment'],
    ['فيلا', 'Villa'],
  ])('%j is %s', (text, value) => {
    expect(type.parse(text)).toBe(value);
  });

  it('names the allowed values for an unknown one', () => {
    expect(problem(type, 'castle')).toBe('found "castle", expected one of Apartment, Villa');
  });
});

describe('listOf', () => {
  it('accepts an array, wraps a single value and splits text', () => {
    expect(listOf(z.string()).parse(['a, b'])).toEqual(['a, b']);
    expect(listOf(z.string()).parse('a, b\nc، d')).toEqual(['a', 'b', 'c', 'd']);
    expect(listOf(enumWithSynonyms({ a: ['eh'], b: [] })).parse('eh, B')).toEqual(['a', 'b']);
    expect(listOf(moneyText()).parse('1,200')).toEqual([1200]);
    expect(listOf(z.number()).parse(3)).toEqual([3]);
    expect(listOf(z.string(), { max: 1 }).safeParse('a,b').success).toBe(false);
    expect(listOf(z.string()).optional().parse(undefined)).toBeUndefined();
  });
});

describe('isoDate and isoDateTime', () => {
  it('take ISO 8601 only', () => {
    expect(isoDate().parse('2026-11-23')).toBe('2026-11-23');
    expect(problem(isoDate(), 'tomorrow')).toBe('found "tomorrow", expected a date such as 2026-11-23');
    expect(isoDate().safeParse('2026-02-30').success).toBe(false);
    expect(isoDateTime().parse('2026-11-23T13:00:00+02:00')).toBe('2026-11-23T13:00:00+02:00');
    expect(isoDateTime().parse('2026-11-23T13:00')).toBe('2026-11-23T13:00');
    expect(problem(isoDateTime(), 'at one')).toMatch(/^found "at one", expected a date and time/);
  });
});

it('all readers have a plain JSON Schema for models', () => {
  const input = z.object({
    price: moneyText({ above: 0, description: 'Highest price in EUR' }),
    beds: countText({ min: 0, max: 10 }).optional(),
    rate: percentText().optional(),
    type: enumWithSynonyms({ Apartment: ['flat'], Villa: [] }).optional(),
    tags: listOf(z.string(), { max: 3 }).optional(),
    on: isoDate().optional(),
    at: isoDateTime({ description: 'When' }),
  });
  expect(z.toJSONSchema(input, { io: 'input' })).toEqual({
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    type: 'object',
    properties: {
      price: {
        type: 'number',
        exclusiveMinimum: 0,
        description: expect.stringContaining('Highest price in EUR'),
      },
      beds: { type: 'integer', minimum: 0, maximum: 10, description: expect.any(String) },
      rate: { type: 'number', description: expect.any(String) },
      type: { type: 'string', enum: ['Apartment', 'Villa'] },
      tags: { type: 'array', maxItems: 3, items: { type: 'string' } },
      on: { type: 'string', format: 'date' },
      at: { type: 'string', format: 'date-time', description: 'When' },
    },
    required: ['price', 'at'],
  });
});
