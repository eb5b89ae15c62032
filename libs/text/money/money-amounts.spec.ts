import fc from 'fast-check';
import { forAll } from '../../../test/harness/for-all.ts';
import { readMoney } from './amounts.ts';
import { readAmount, readMoneyFill } from './money-in-text.ts';

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

it.each([
  ['up to 150.000,00 €', 150_000],
  ['up to 150 000', 150_000],
  ['up to 150\u00a0000 €', 150_000],
  ["at most 1'250'000 francs", 1_250_000],
  ['under €1 200 000', 1_200_000],
  ['max ١٥٠٬٠٠٠٫٥٠ يورو', 150_000.5],
  ['less than 1,5 million', 1_500_000],
  ['max 1.5m', 1_500_000],
  ['up to 2 mio', 2_000_000],
  ['under 200 k', 200_000],
  ['up to EUR 200 k in Paphos', 200_000],
  ['at most 200 k euros of savings', 200_000],
  ['at most a million and a half', 1_500_000],
  ['at most a million and half', 1_500_000],
  ['under two million and half euros', 2_500_000],
  ['less than a million and a half in Paphos', 1_500_000],
  ['أقل من مليون ونصف في بافوس', 1_500_000],
  ['under 200 thousand and half upfront', 200_000],
  ['at most a million and half of it in cash', 1_000_000],
  ['at most a million and a half of it in cash', 1_000_000],
  ['أقل من مليون ونصف المبلغ نقدا', 1_000_000],
  ['less than one and a half million euros', 1_500_000],
  ['أقل من مليون و نصف', 1_500_000],
])('reads the marks of every country: %s', (text, most) => expect(rangeOf(text)).toEqual([undefined, most]));

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
  it.each([
    ['من ١٠٠ ل ١٥٠ ألف', 100_000, 150_000],
    ['من 100 ل150 ألف', 100_000, 150_000],
    ['من ١٠٠ لـ ١٥٠ ألف', 100_000, 150_000],
    ['من ١٠٠ لـ١٥٠ ألف', 100_000, 150_000],
    ['من 100 لغاية 150 ألف', 100_000, 150_000],
    ['من 100 لحد 150 ألف', 100_000, 150_000],
    ['من 100 حتى 150 ألف', 100_000, 150_000],
    ['من مئة إلى مئة وخمسين ألف', 100_000, 150_000],
    ['بين ١٠٠ و١٥٠ ألف', 100_000, 150_000],
    ['بين 100 إلى 150 ألف يورو', 100_000, 150_000],
    ['من 100 ألف ل 150', 100_000, 150_000],
    ['من 100 ألف إلى 150', 100_000, 150_000],
    ['100 to 150k', 100_000, 150_000],
    ['€100 to 150k', 100_000, 150_000],
    ['100-150k', 100_000, 150_000],
    ['150–200k', 150_000, 200_000],
    ['€150 – 200 k', 150_000, 200_000],
    ['150 – 200 k', 150_000, 200_000],
    ['من مليون ونصف إلى مليونين', 1_500_000, 2_000_000],
    ['150 k – 200 k in Paphos', 150_000, 200_000],
    ['between 150 and 200 k in Paphos', 150_000, 200_000],
    ['١٥٠–٢٠٠ ألف', 150_000, 200_000],
    ['from 100 up to 150k', 100_000, 150_000],
    ['from 100 till 150 thousand', 100_000, 150_000],
    ['between 100 and 150 thousand', 100_000, 150_000],
    ['between 100k and 150', 100_000, 150_000],
    ['from 100k to 150', 100_000, 150_000],
    ['between 1 and 1.5 million', 1_000_000, 1_500_000],
    ['900 to 1.2 million', 900_000, 1_200_000],
    // The unit does not apply to the lower end if that would exceed the upper end.
    ['to rent from 800 to 1.2k', 800, 1_200],
    ['من 800 إلى 1.2 ألف شهريا', 800, 1_200],
  ])('%s', (text, least, most) => expect(rangeOf(text)).toEqual([least, most]));

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
