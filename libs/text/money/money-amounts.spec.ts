import fc from 'fast-check';
import { forAll } from '../../../test/harness/for-all.ts';
import { readMoney } from './amounts.ts';
import { readAmount, readMoneyFill } from './money-in-text.ts';
import cases from './money-amounts.cases.json' with { type: 'json' };

const rangeOf = (text: string) => [
  readMoneyFill(text, { bound: 'min' }),
  readMoneyFill(text, { bound: 'max', lone: true }),
];

it.each([
  ['flats to rent under a grand', 1_000],
  ['under a grand a month', 1_000],
  ['at most a grand per month in Larnaca', 1_000],
  ['max half a grand', 500],
  ['less than two grand', 2_000],
  ['under one grand', 1_000],
])('a grand is a thousand: %s', (text, most) => expect(rangeOf(text)).toEqual([undefined, most]));

it.each(['a grand villa in Paphos', 'a flat with a grand view', 'room for a grand piano'])(
  'a grand thing is none: %s',
  (text) => expect(rangeOf(text)).toEqual([undefined, undefined]),
);

it.each(cases.marks as [string, number][])('reads the marks of every country: %s', (text, most) =>
  expect(rangeOf(text)).toEqual([undefined, most]),
);

const distances =
  'villa less than 2 k from the sea|a flat within 5 k of the beach|within 500 k of it|less than 5 k|at most 200 k away|from 2 to 5 k away';
it.each(distances.split('|'))('does not take a distance for an amount: %s', (text) =>
  expect(rangeOf(text)).toEqual([undefined, undefined]),
);

it.each(['en', 'en-IN', 'en-ZA', 'de', 'de-CH', 'fr', 'it', 'ru', 'el', 'ar-AE', 'ar-EG'])(
  '%s: reads the amounts that Intl writes, within a sentence (property)',
  (locale) => {
    const styles = fc.record({
      style: fc.constant('currency' as const),
      currency: fc.constantFrom('EUR', 'USD', 'AED', 'GBP'),
      currencyDisplay: fc.constantFrom('symbol', 'code'),
    });
    const sentences = fc.constantFrom('A villa up to # please', 'max #', 'فيلا بأقل من # لو سمحت');
    forAll(200, fc.integer({ min: 10_000, max: 1e9 }), styles, sentences, (cents, style, sentence) => {
      const amount = new Intl.NumberFormat(locale, style).format(cents / 100);
      const fill = { bound: 'max', lone: true } as const;
      expect(
        readMoneyFill(
          sentence.replace('#', () => amount),
          fill,
        ),
      ).toBeCloseTo(cents / 100, 5);
    });
  },
);

it.each([
  'villa over 500000 euros, 4 bedrooms',
  'villa over 500000 euros, at most 4 bedrooms',
  'more than 500 000 €, max 4 bedrooms',
  'over 500000 euros, within 500 m of the sea',
])('does not take a count for a limit: %s', (text) => expect(rangeOf(text)).toEqual([500_000, undefined]));

describe('a range in which only one number has the unit', () => {
  // In the last two, the unit does not apply to the lower end, which would then exceed the upper end.
  it.each(cases.ranges as [string, number, number][])('%s', (text, least, most) =>
    expect(rangeOf(text)).toEqual([least, most]),
  );

  it('does not include a budget and a number of something else', () => {
    expect(rangeOf('from 100k to 2 bedrooms')).toEqual([100_000, undefined]);
    expect(rangeOf('شقة ل 4 أشخاص بحدود 150 ألف')).toEqual([undefined, 150_000]);
  });
});

it.each(Object.getOwnPropertyNames(Object.prototype).map((name) => name.toLowerCase()))(
  'the name that every object has is no number: %s',
  (name) => {
    for (const text of [name, `5 ${name}`, `5${name}`, `half ${name}`])
      expect([text, readAmount(text), readMoney(text)]).toEqual([text, undefined, undefined]);
    expect(rangeOf(`flats under 5 ${name}`)).toEqual(rangeOf('flats under 5 things'));
  },
);
