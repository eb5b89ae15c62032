import fc from 'fast-check';
import { forAll } from '../../test/harness/for-all.ts';
import { workMs } from '../../test/harness/work-ms.ts';
import { normalizedWords, normalizeText } from './normalize-text.ts';
import cases from './normalize-text.cases.json' with { type: 'json' };

describe('normalizeText', () => {
  it.each(cases as [string, string][])('%j becomes %j', (text, expected) => {
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
