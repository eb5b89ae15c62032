import fc from 'fast-check';
import { forAll } from '../../../test/harness/for-all.ts';
import { readMoney, readNumber, readPercent } from './amounts.ts';

/** Locales with every way to group and to mark decimals, and with Arabic and Persian digits. */
const LOCALES =
  `en en-IN en-ZA de de-AT de-CH fr fr-CH es es-MX it pt pt-BR nl sv nb da fi pl cs hu ru uk el tr he ja
  ar-EG ar-AE ar-SA fa ur ckb lv et sl hr ro ca lt`.split(/\s+/);
const CURRENCIES = ['EUR', 'USD', 'AED', 'CHF', 'GBP', 'INR', 'PLN', 'SEK'];
const cents = fc.integer({ min: -10_000_000_000, max: 10_000_000_000 }).map((amount) => amount / 100);

describe('numbers as people of any country write them', () => {
  it.each(LOCALES)('%s: reads what Intl writes', (locale) => {
    const plain = new Intl.NumberFormat(locale, { minimumFractionDigits: 2 });
    const percent = new Intl.NumberFormat(locale, {
      style: 'percent',
      minimumFractionDigits: 2,
      maximumFractionDigits: 4,
    });
    const money = CURRENCIES.flatMap((currency) =>
      (['symbol', 'code'] as const).map(
        (currencyDisplay) => new Intl.NumberFormat(locale, { style: 'currency', currency, currencyDisplay }),
      ),
    );
    forAll(300, cents, fc.constantFrom(...money), (amount, priced) => {
      expect(readNumber(plain.format(amount))).toBeCloseTo(amount, 5);
      expect(readMoney(priced.format(amount))).toBeCloseTo(amount, 5);
      expect(readPercent(percent.format(amount / 100))).toBeCloseTo(amount, 4);
    });
  });

  it.each(LOCALES)('%s: reads whole numbers that Intl writes', (locale) => {
    const plain = new Intl.NumberFormat(locale);
    forAll(300, fc.maxSafeInteger(), (whole) =>
      expect(readNumber(plain.format(whole), { wholeOrMoney: true })).toBe(whole),
    );
  });

  // In Turkish "B" is a thousand, in English a billion.
  it.each(LOCALES.filter((locale) => locale !== 'tr'))('%s: reads no other number in any style', (locale) => {
    const styles = fc.record({
      style: fc.constant('currency' as const),
      currency: fc.constantFrom(...CURRENCIES.slice(0, 6)),
      currencyDisplay: fc.constantFrom('symbol', 'code', 'name'),
      currencySign: fc.constantFrom('standard', 'accounting'),
      notation: fc.constantFrom('standard', 'compact', 'scientific'),
      compactDisplay: fc.constantFrom('short', 'long'),
      maximumFractionDigits: fc.constant(2),
    });
    const isOurs = /^(?:en|ar-..)$/.test(locale);
    forAll(300, fc.integer({ min: -999, max: 999 }), fc.nat(9), styles, (digits, zeros, style) => {
      const amount = digits * 10 ** zeros;
      const read = readMoney(new Intl.NumberFormat(locale, style).format(amount));
      const isRead = isOurs && style.notation !== 'scientific' && style.currencySign === 'standard';
      if (isRead || read !== undefined) expect(read).toBeCloseTo(amount, 5);
    });
  });

  // A single comma or point before three digits: the rule of the documentation.
  it.each([
    ['1,500', 1_500, 1_500],
    ['1.500', 1.5, 1_500],
    ['1٫500', 1.5, 1.5],
    ['12.500', 12.5, 12_500],
    ['0.500', 0.5, 0.5],
    ['0,500', 0.5, 0.5],
    ['1500.000', 1_500, 1_500],
    ['1.500.000', 1_500_000, 1_500_000],
    ['1,500.000', 1_500, 1_500],
    ["1'500.000", 1_500, 1_500],
    ['1,5', 1.5, 1.5],
    ['1,50,000', 150_000, 150_000],
    ['150_000', 150_000, 150_000],
    ['1e3', 1_000, 1_000],
  ])('%j is %d, and %d as a whole number or money', (text, number, whole) => {
    expect(readNumber(text)).toBe(number);
    expect(readNumber(text, { wholeOrMoney: true })).toBe(whole);
  });

  it.each('1 2,100-150,200-300k,1.23.456,12 monkeys,1..5,--5,5-,(5),1 500 2000,NaN,Infinity,0x10'.split(','))(
    'reads no number in %j',
    (text) => {
      expect(readNumber(text)).toBeUndefined();
      expect(readMoney(text)).toBeUndefined();
    },
  );
});
