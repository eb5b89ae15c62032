import fc from 'fast-check';
import { z } from 'zod';
import { forAll } from '../../test/harness/for-all.ts';
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
import { inputSchemaOf } from './json-schema.ts';
import cases from './argument-readers.cases.json' with { type: 'json' };

const problem = (schema: z.ZodType, value: unknown) => schema.safeParse(value).error?.issues[0]?.message;

describe('moneyText', () => {
  it.each(cases as [string | number, number][])('%j is %d', (text, amount) => {
    expect(moneyText().parse(text)).toBe(amount);
  });

  it.each([
    'cheap',
    '',
    '100-150',
    '150–200k',
    'between 1 and 2',
    'a million flats',
    '12 monkeys',
    'top 500',
    'all 300',
    '3 km',
    ...'>500k|<500k|= 500k|!= two million|≤ half a million|(5)|(two million)'.split('|'),
    ...'-half a million|-€ half a million|–half a million|− two hundred thousand'.split('|'),
    true,
    {},
  ])('refuses %j by what was found and expected', (text) => {
    expect(problem(moneyText(), text)).toMatch(/^found .*, expected an amount such as 250000/);
  });

  it.each(['1 abc ', 'usd ', '1', ' ', '- '])('refuses a long text of %j quickly', async (words) => {
    const text = words.repeat(100_000 / words.length);
    const read = () => {
      for (const schema of [moneyText(), countText(), percentText(), enumWithSynonyms({ a: [] })])
        expect(problem(schema, text)).toMatch(/^found .*, expected /);
    };
    expect(await workMs(read, 1_500)).toBeLessThan(1_500);
  });

  it.each([
    ['down', 150_000],
    ['up', 150_001],
    ['nearest', 150_001],
  ] as const)('rounds %s to whole units', (whole, amount) => {
    expect(moneyText({ whole }).parse('150000.5')).toBe(amount);
  });

  it.each([moneyText(), countText(), moneyText({ min: 0, whole: 'up' }), countText({ min: 1 })])(
    'refuses what an integer column cannot hold, in words',
    (schema) => {
      expect(problem(schema, 2 ** 31)).toMatch(/2147483647/);
      expect(problem(schema, '1e21')).toMatch(/2147483647/);
      expect(problem(schema, -(2 ** 31) - 1)).toMatch(/-2147483648|0|1/);
      expect(schema.parse(2 ** 31 - 1)).toBe(2 ** 31 - 1);
    },
  );

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
    ['1.500', 1500],
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
    ['%12,5', 12.5],
    ['12.5％', 12.5],
    ['4', 4],
    [12, 12],
  ])('percentage %j is %d', (text, percentage) => {
    expect(percentText().parse(text)).toBe(percentage);
  });
});

describe('enumWithSynonyms', () => {
  const type = enumWithSynonyms({
    Apartment: ['flat', 'شقة'],
    Villa: ['فيلا'],
    'Semi-detached': ['linked house'],
  });

  it.each([
    ['APARTMENT', 'Apartment'],
    ['Flat', 'Apartment'],
    ['شقه', 'Apartment'],
    ['فيلا', 'Villa'],
    ['semi detached', 'Semi-detached'],
    ['SEMI_DETACHED', 'Semi-detached'],
    ['linked-house', 'Semi-detached'],
  ])('%j is %s', (text, value) => {
    expect(type.parse(text)).toBe(value);
  });

  it('names the allowed values for an unknown one', () => {
    expect(problem(type, 'castle')).toBe('found "castle", expected one of Apartment, Villa, Semi-detached');
  });
});

describe('listOf', () => {
  it('accepts an array, wraps a single value, parses JSON and splits no text', () => {
    expect(listOf(z.string()).parse(['a, b'])).toEqual(['a, b']);
    expect(listOf(z.string()).parse('a, b\nc، d')).toEqual(['a, b\nc، d']);
    expect(listOf(z.string()).parse(' ["a, b","c"]')).toEqual(['a, b', 'c']);
    expect(listOf(z.string()).parse('[sic] a')).toEqual(['[sic] a']);
    expect(listOf(enumWithSynonyms({ a: ['eh'], b: [] })).parse('["eh","B"]')).toEqual(['a', 'b']);
    expect(listOf(moneyText()).parse('1,200')).toEqual([1200]);
    expect(listOf(z.number()).parse(3)).toEqual([3]);
    expect(listOf(z.string(), { max: 1 }).safeParse('["a","b"]').success).toBe(false);
    expect(listOf(z.string()).optional().parse(undefined)).toBeUndefined();
  });
});

describe('isoDate and isoDateTime', () => {
  it('take ISO 8601 only', () => {
    expect(isoDate().parse('2026-11-23')).toBe('2026-11-23');
    expect(problem(isoDate(), 'tomorrow')).toBe('found "tomorrow", expected a date such as 2026-11-23');
    expect(isoDate().safeParse('2026-02-30').success).toBe(false);
    expect(problem(isoDate(), '0000-01-01')).toMatch(/in the years 1000 to 9000$/);
    expect(problem(isoDateTime(), '9999-12-31T23:59')).toMatch(/in the years 1000 to 9000$/);
    expect(isoDateTime().parse('2026-11-23T13:00:00+02:00')).toBe('2026-11-23T13:00:00+02:00');
    expect(isoDateTime().parse('2026-11-23T13:00')).toBe('2026-11-23T13:00');
    expect(problem(isoDateTime(), 'at one')).toMatch(/^found "at one", expected a date and time/);
  });

  it.each([
    '2026/11/23',
    '2026.11.23',
    '٢٠٢٦-١١-٢٣',
    ' 2026-11-23 ',
    '2026-11-23T23:59:59Z',
    '2026-11-23 00:00',
    '23 November 2026',
    'Nov 23rd, 2026',
    'November 23 2026',
    '23 Nov. 2026, 4 pm',
  ])('read %j as that day', (text) => {
    expect(isoDate().parse(text)).toBe('2026-11-23');
  });

  it.each([
    ['5 December 2026, 4:30 PM', '2026-12-05T16:30'],
    ['December 5, 2026 at 12 am', '2026-12-05T00:00'],
    ['Sept 5th, 2026 09:15', '2026-09-05T09:15'],
  ])('read %j as %j', (text, moment) => {
    expect(isoDateTime().parse(text)).toBe(moment);
  });

  it.each([
    '02/12/2026',
    '31 February 2026',
    '5 December',
    'Maybe 5 2026',
    '5 December 2026 at 5',
    'the 5th',
  ])('refuse %j', (text) => {
    expect(isoDate().safeParse(text).success).toBe(false);
    expect(isoDateTime().safeParse(`${text} 10:00`).success).toBe(false);
  });

  it.each(['en-US', 'en-GB', 'en-CA', 'en-IN', 'en-ZA', 'ar-EG'])(
    'read the dates of %s as Intl writes them in words, and no other day in any style (property)',
    (locale) => {
      const minutes = fc.integer({ min: 0, max: Date.UTC(2100) / 60_000 });
      const styles = fc.constantFrom('full', 'long', 'medium', 'short');
      const shown = fc.constantFrom('short', undefined);
      forAll(300, minutes, styles, shown, (minute, dateStyle, timeStyle) => {
        const at = new Date(minute * 60_000);
        const style = { timeZone: 'UTC', calendar: 'gregory', dateStyle, timeStyle };
        const text = new Intl.DateTimeFormat(locale, style).format(at);
        const iso = at.toISOString().slice(0, timeStyle ? 16 : 10);
        const read = (timeStyle ? isoDateTime() : isoDate()).safeParse(text).data;
        const isInWords = locale !== 'ar-EG' && /long|medium/.test(dateStyle);
        if (isInWords || read !== undefined) expect(read).toBe(iso);
      });
    },
  );

  it('read a day as a moment only where its time is known', () => {
    expect(isoDateTime({ ofDay: 'start' }).parse('2026/11/23')).toBe('2026-11-23T00:00');
    expect(isoDateTime({ ofDay: 'end' }).parse('2026-11-23')).toBe('2026-11-23T23:59');
    expect(problem(isoDateTime(), '2026-11-23')).toMatch(/expected a date and time/);
  });
});

it('all readers have a plain JSON Schema for models', () => {
  const input = z.object({
    price: moneyText({ above: 0, description: 'Highest price in EUR' }),
    beds: countText({ min: 0, max: 10 }).default(2),
    rate: percentText().optional(),
    type: enumWithSynonyms({ Apartment: ['flat'], Villa: [] }).optional(),
    tags: listOf(z.string(), { max: 3 }).optional(),
    on: isoDate().optional(),
    at: isoDateTime({ description: 'When' }),
  });
  expect(inputSchemaOf(input)).toEqual({
    type: 'object',
    properties: {
      price: { type: 'number', description: 'Highest price in EUR' },
      beds: { type: 'integer', maximum: 10, default: 2 },
      rate: { type: 'number' },
      type: { type: 'string', enum: ['Apartment', 'Villa'] },
      tags: { type: 'array', maxItems: 3, items: { type: 'string' } },
      on: { type: 'string', format: 'date' },
      at: { type: 'string', format: 'date-time', description: 'When' },
    },
    required: ['price', 'at'],
  });
});
