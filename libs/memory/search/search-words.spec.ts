import { englishStem } from './english-stem.ts';
import { readMoment, surroundingsIn } from './dialogue.ts';
import { searchWordsOf } from './search-words.ts';

const termsOf = (text: string) => searchWordsOf(text).map(({ term }) => term);

describe('the stem of an English word', () => {
  // Examples of the paper.
  it.each([
    ['caresses', 'caress'],
    ['ponies', 'poni'],
    ['cats', 'cat'],
    ['agreed', 'agre'],
    ['plastered', 'plaster'],
    ['motoring', 'motor'],
    ['sing', 'sing'],
    ['conflated', 'conflat'],
    ['hopping', 'hop'],
    ['falling', 'fall'],
    ['filing', 'file'],
    ['happy', 'happi'],
    ['sky', 'sky'],
    ['relational', 'relat'],
    ['digitizer', 'digit'],
    ['operator', 'oper'],
    ['triplicate', 'triplic'],
    ['hopefulness', 'hope'],
    ['goodness', 'good'],
    ['allowance', 'allow'],
    ['replacement', 'replac'],
    ['adoption', 'adopt'],
    ['probate', 'probat'],
    ['controller', 'control'],
    ['roll', 'roll'],
    ['yellow', 'yellow'],
    ['by', 'by'],
  ])('%s gives %s', (word, stem) => expect(englishStem(word)).toBe(stem));
});

describe('the words of a search', () => {
  it('are stems, without function words', () => {
    expect(termsOf('Which views does she enjoy?')).toEqual(['view', 'enjoi']);
    expect(termsOf('I went 2 times')).toContain('2');
  });

  it('have the same term for a month in both languages and abbreviated', () => {
    expect(termsOf('in Sept')).toEqual(termsOf('في سبتمبر'));
    expect(termsOf('They move in May')).toContain('month 5');
    expect(termsOf('You may go')).not.toContain('month 5');
  });

  it('of languages other than English also have n-grams', () => {
    const [floor] = searchWordsOf('الطابق');
    expect(floor).toMatchObject({ term: 'طابق', grams: ['<طا', 'طاب', 'ابق', 'بق>'] });
    expect(searchWordsOf('kitchen')[0]?.grams).toEqual([]);
    expect(searchWordsOf('東京都')[0]?.grams).toEqual(['東京', '京都']);
  });
});

describe('a date in a text', () => {
  it.each([
    ['1:56 pm on 8 May, 2023', '2023-05-08T13:56:00.000Z'],
    ['12:05 am on 3 January 2024', '2024-01-03T00:05:00.000Z'],
    ['March 3rd, 2022', '2022-03-03T00:00:00.000Z'],
    ['2023-05-08T10:00:00+02:00', '2023-05-08T08:00:00.000Z'],
  ])('%s is read', (text, moment) => expect(readMoment(text)?.toISOString()).toBe(moment));

  it.each(['last summer', '8 Foo 2023', '2023-99-99', ''])('%j is not a date', (text) =>
    expect(readMoment(text)).toBeUndefined(),
  );
});

describe('the surroundings of a message', () => {
  it('are its neighbours within the pause, and its day', () => {
    const around = surroundingsIn([
      { text: 'a', at: '2026-01-01T10:00:00Z' },
      { text: 'b', at: '2026-01-01T10:05:00Z', speaker: 'Ann' },
      { text: 'c', at: '2026-01-01T10:06:00Z' },
      { text: 'd', at: '2026-01-05T10:06:00Z' },
    ]);
    expect(around).toEqual([
      { speaker: undefined, saidAt: 'Thursday, 1 January 2026', before: [], after: 'b' },
      { speaker: 'Ann', saidAt: 'Thursday, 1 January 2026', before: ['', 'a'], after: 'c' },
      { speaker: undefined, saidAt: 'Thursday, 1 January 2026', before: ['a', 'b'], after: undefined },
      { speaker: undefined, saidAt: 'Monday, 5 January 2026', before: [], after: undefined },
    ]);
  });

  it('include neighbours without a date, or with the same text as date', () => {
    expect(surroundingsIn([{ text: 'a' }, { text: 'b' }])[0]?.after).toBe('b');
    expect(
      surroundingsIn([
        { text: 'a', at: 'one day' },
        { text: 'b', at: 'another day' },
      ])[0]?.after,
    ).toBe(undefined);
  });
});
