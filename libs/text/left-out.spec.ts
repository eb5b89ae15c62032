import { clauseBreaks } from './clause-breaks.ts';
import { leftOut } from './left-out.ts';
import { normalizedWords } from './normalize-text.ts';

/** The words of the text that leave out Larnaca, with it; undefined where it is wanted. */
const leavesOut = (text: string) => {
  const words = normalizedWords(text);
  const at = words.findIndex((word) => /^ب?(?:larnaca|لارنكا)$/.test(word));
  const [left] = leftOut(words, [{ start: at, end: at + 1 }], clauseBreaks(text));
  return left && words.slice(left.start, left.end).join(' ');
};

describe('a place that is left out', () => {
  it.each([
    ['flats anywhere but Larnaca', 'anywhere but larnaca'],
    ['not in Larnaca please', 'not in larnaca'],
    ["we don't want to live anywhere near Larnaca", 'don t want to live anywhere near larnaca'],
    ['forget Larnaca', 'forget larnaca'],
    ['skip Larnaca', 'skip larnaca'],
    ['شقق خارج لارنكا', 'خارج لارنكا'],
  ])('%s', (text, words) => expect(leavesOut(text)).toBe(words));
});

describe('a place that is not to be left out', () => {
  it.each([
    "don't forget Larnaca",
    'please do not forget Larnaca',
    'Do not forget about Larnaca',
    'do not skip Larnaca',
    'you should not rule out Larnaca',
    'we cannot exclude Larnaca',
    'a list without forgetting Larnaca',
    'never forget Larnaca',
    'why not Larnaca?',
    'just outside Larnaca',
    'no, Larnaca',
    'لا تنس لارنكا',
    'لا تنسى لارنكا',
    'لا تستبعد لارنكا',
  ])('%s', (text) => expect(leavesOut(text)).toBeUndefined());
});
