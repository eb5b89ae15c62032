import { placesOf } from './use-highlight.ts';

const found = (text: string, words: string, most?: number) =>
  placesOf(text, words, most).map(({ from, to }) => text.slice(from, to));

describe('the places of words in a text', () => {
  it('are found in capitals and small letters', () =>
    expect(found('Find me, FIND me', 'find')).toEqual(['Find', 'FIND']));

  it('stand where the text has them, also behind letters that are longer in small', () =>
    expect(found('İİİ find me', 'find me')).toEqual(['find me']));

  it('are those of the words as they stand', () => {
    expect(found('a.b axb (c)', 'A.B')).toEqual(['a.b']);
    expect(found('a.b axb (c)', '(c')).toEqual(['(c']);
  });

  it('are no more than are asked for', () => expect(placesOf('a'.repeat(10_000), 'a', 3)).toHaveLength(3));

  it('are none of no words', () => expect(placesOf('text', '')).toEqual([]));
});
