import fc from 'fast-check';
import { forAll } from '../../test/harness/for-all.ts';
import { workMs } from '../../test/harness/work-ms.ts';
import { normalizedWords, normalizeText } from './normalize-text.ts';

describe('normalizeText', () => {
  it.each([
    ['Show me THREE-bedroom houses!', 'show me three bedroom houses'],
    ['Café  Olé\tnaïve', 'cafe ole naive'],
    ['Πάφος', 'παφος'],
    ['Йога', 'йога'],
    ['ＦＵＬＬ　ｗｉｄｔｈ', 'full width'],
    ['€250,000 or 1.5m at 10:30.', '€250,000 or 1.5m at 10:30'],
    ['30% down, 3+ beds', '30% down 3+ beds'],
    ['300k+ or C++', '300k+ or c'],
    ['prop-0112', 'prop 0112'],
    ["what's new?", 'what s new'],
    [
      'see https://example.com/a?b=1, or mail me@example.com.',
      'see https://example.com/a?b=1 or mail me@example.com',
    ],
    ['أريد شقة للبيع في بافوس بحدود 200 ألف يورو', 'اريد شقه للبيع في بافوس بحدود 200 الف يورو'],
    ['بَنِي يَاس', 'بني ياس'],
    ['جـــزيرة', 'جزيره'],
    ['الموانئ، المؤجر؟', 'المواني الموجر'],
    ['إلى المبنى', 'الي المبني'],
    ['٢٥٠٬٠٠٠ و ١٫٥ و ۳', '250000 و 1.5 و 3'],
    ['٣٠٪', '30%'],
    ['at 4.5 % over 25 years', 'at 4.5% over 25 years'],
    ['بفائدة ٥ ٪ سنويا', 'بفايده 5% سنويا'],
    ['5\u202f% or 6 \t%', '5% or 6%'],
    ['100\n% of it, 5 - %', '100 of it 5'],
    ['شيء', 'شي'],
    ['', ''],
    ['  ...  ', ''],
  ])('%j becomes %j', (text, expected) => {
    expect(normalizeText(text)).toBe(expected);
  });

  it('is idempotent and never throws', () => {
    const mixed = fc.stringMatching(/^[a-zA-Z0-9 .,:;!?€%+@/'"\-أإآةىئؤءپگ٠-٩٪٫٬،؟ـًّ\u0301йЁ]{0,60}$/u);
    forAll(
      2_000,
      fc.oneof(
        fc.string({ unit: 'binary' }),
        fc.string({ unit: 'grapheme' }),
        mixed,
        fc.webUrl(),
        fc.emailAddress(),
      ),
      (text) => {
        const once = normalizeText(text);
        expect(normalizeText(once)).toBe(once);
      },
    );
  });

  it('reads 32,000 characters without a URL quickly', () => {
    expect(normalizeText('a'.repeat(32_000))).toHaveLength(32_000);
    expect(normalizeText('a.'.repeat(16_000)).length).toBeLessThanOrEqual(32_000);
  });

  it.each('\u0300|\u0316\u0300|й\u0300|\u0483\u0301|\u064B|\u0640|www.|a@a.|🏳️\u200D🌈|5 %'.split('|'))(
    'reads 200,000 characters of %j in a moment',
    async (unit) => {
      const text = `a${unit.repeat(200_000 / unit.length)}`;
      expect(await workMs(() => normalizeText(text), 2_000)).toBeLessThan(2_000);
    },
  );

  it('removes marks of Latin and Greek letters and marks without a letter, but not those of Cyrillic letters', () => {
    const folded = ['e\u0301\u0300', '\u0301x', 'ά', 'и\u0306\u0301', 'aи\u0301e\u0301'].map(normalizeText);
    expect(folded).toEqual(['e', 'x', 'α', 'й\u0301', 'aи\u0301e']);
  });

  it('returns words', () => {
    expect(normalizedWords('Two flats, please')).toEqual(['two', 'flats', 'please']);
    expect(normalizedWords('?!')).toEqual([]);
  });
});
