import { isStopWord, searchWords, stem } from '#text';
import { CONCEPT_LINES, conceptsOf } from './concepts.ts';

const featuresOf = (word: string) => conceptsOf(stem(searchWords(word)[0]!)).map(({ feature }) => feature);

it.each([
  ['umbrella', 'forecast'],
  ['umbrellas', 'weather'],
  ['weather', 'طقس'],
  ['الطقس', 'forecast'],
  ['بطاقتي', 'card'],
  ['مصاري', 'money'],
  ['نقود', 'فلوس'],
  ['apartments', 'شقة'],
])('%s and %s are about one thing', (one, other) => {
  expect(featuresOf(one).filter((feature) => featuresOf(other).includes(feature))).not.toEqual([]);
});

it.each([
  ['weather', 'card'],
  ['طقس', 'بطاقة'],
  ['zyzzyva', 'weather'],
])('%s and %s are not', (one, other) => {
  expect(featuresOf(one).filter((feature) => featuresOf(other).includes(feature))).toEqual([]);
});

it('a word with several concepts gives each a smaller share', () => {
  const shares = conceptsOf(stem('exchange'));
  expect(shares.length).toBeGreaterThan(0);
  for (const word of ['card', 'book', 'address']) {
    const own = conceptsOf(stem(word));
    expect(own.reduce((sum, { share }) => sum + share ** 2, 0)).toBeCloseTo(1, 6);
  }
});

it('every line has English and Arabic words', () => {
  expect(CONCEPT_LINES.length).toBeGreaterThan(100);
  for (const line of CONCEPT_LINES) {
    const [english = '', arabic = ''] = line.split(' | ');
    expect(english).toMatch(/^[a-z0-9 ]+$/);
    expect(arabic).toMatch(/^[\u0600-\u06ff ]+$/);
    expect(searchWords(arabic).filter((word) => !isStopWord(word))).not.toEqual([]);
  }
});
