import fc from 'fast-check';
import { forAll } from '../../../test/harness/for-all.ts';
import { cutText } from './cut-text.ts';

const graphemes = (text: string) => [...new Intl.Segmenter().segment(text)].map(({ segment }) => segment);

it.each([
  ['short', 5, 'short'],
  ['longer', 5, 'longe…'],
  ['a word ends', 7, 'a word…'],
  ['abc😀d', 4, 'abc…'],
  ['abc😀d', 5, 'abc😀…'],
  ['cafe\u0301 au lait', 4, 'caf…'],
  ['🇨🇾🇬🇷🇮🇹', 6, '🇨🇾…'],
  ['👩‍👩‍👧 family', 4, '👩‍…'],
  ['hi 👩‍👩‍👧 family', 6, 'hi…'],
  ['שָׁלוֹם לכם', 2, 'שָ…'],
])('cuts %j to %d characters', (text, most, cut) => {
  expect(cutText(text, most)).toBe(cut);
});

it('keeps whole graphemes, and never half a character', () => {
  const texts = fc.string({ unit: 'grapheme', maxLength: 60 });
  forAll(100, texts, fc.integer({ min: 1, max: 80 }), (text, most) => {
    const cut = cutText(text, most, '');
    expect(cut.length).toBeLessThanOrEqual(most);
    expect(cut.isWellFormed()).toBe(text.slice(0, cut.length).isWellFormed());
    const whole = graphemes(text);
    const first = whole[0] ?? '';
    if (first.length <= most) expect(whole.join('').startsWith(graphemes(cut).join(''))).toBe(true);
    if (first.length <= most) expect(whole.slice(0, graphemes(cut).length)).toEqual(graphemes(cut));
  });
});
