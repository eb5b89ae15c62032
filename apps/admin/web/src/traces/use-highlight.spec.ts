import { placesOf } from './use-highlight.ts';

const found = (text: string, words: string, most?: number) =>
  placesOf(text, words, most).map(({ from, to }) => text.slice(from, to));

describe('the places of words in a text', () => {
  it('are found regardless of case', () =>
    expect(found('Find me, FIND me', 'find')).toEqual(['Find', 'FIND']));

  it('are correct after letters whose lower case is longer', () =>
    expect(found('İİİ find me', 'find me')).toEqual(['find me']));

  it('match special characters literally', () => {
    expect(found('a.b axb (c)', 'A.B')).toEqual(['a.b']);
    expect(found('a.b axb (c)', '(c')).toEqual(['(c']);
  });

  it('are at most the given number', () => expect(placesOf('a'.repeat(10_000), 'a', 3)).toHaveLength(3));

  it('are empty without words', () => expect(placesOf('text', '')).toEqual([]));
});
