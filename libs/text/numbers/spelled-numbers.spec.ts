import { readNumbers } from './number-mentions.ts';
import { withDigits } from './spelled-numbers.ts';

it.each([
  ['twenty-five of us', '25 of us'],
  ['one hundred and twenty people', '120 people'],
  ['two hundred fifty-one', '251'],
  ['two hundred mails and twenty calls', '200 mails and 20 calls'],
  ['two dozen clerks', '24 clerks'],
  ['half a dozen', '6'],
  ['a couple of hours', 'a 2 hours'],
  ['a couple days', 'a 2 days'],
  ['a couple thousand', 'a 2 thousand'],
  ['a young couple', 'a young couple'],
  ['we are a couple looking for a flat', 'we are a couple looking for a flat'],
  ['a couple with two kids', 'a couple with 2 kids'],
  ['hundreds of mails', 'hundreds of mails'],
  ['one of them', 'one of them'],
  ['five, twenty', '5, 20'],
  ['خمسة عشر موظفا', '15 موظفا'],
  ['مئة وعشرون موظفا', '120 موظفا'],
  ['مئة وخمسة وعشرون', '125'],
  ['ثلاث مئة وخمسين', '350'],
  ['مئتين', '200'],
  ['بثلاثة ملايين', 'ب3 ملايين'],
  ['بخمسة وعشرين ألفا', 'ب25 ألفا'],
  ['عايز مية', 'عايز مياه'],
  ['فيها مية سخنة؟', 'فيها مياه سخنة؟'],
  ['مية وكهرباء', 'مياه وكهرباء'],
  ['مية متر', '100 متر'],
  ['مية وخمسين ألف', '150 ألف'],
  ['ثلاث مية ألف', '300 ألف'],
  ['بحدود مية', 'بحدود 100'],
  ['مية ألف', '100 ألف'],
  ['عندي مئة', 'عندي 100'],
  ['بيت في بني ياس', 'بيت في بني ياس'],
])('%s is %s', (text, said) => expect(withDigits(text)).toBe(said));

const UNITS =
  `one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen
  eighteen nineteen`.split(/\s+/);
const TENS = 'twenty thirty forty fifty sixty seventy eighty ninety'.split(' ');
const spelled = (value: number): string => {
  const rest = value >= 100 ? value % 100 : value >= 20 ? value % 10 : 0;
  if (value >= 100)
    return `${UNITS[Math.floor(value / 100) - 1]} hundred${rest ? ` and ${spelled(rest)}` : ''}`;
  if (value < 20) return UNITS[value - 1] ?? '';
  return `${TENS[Math.floor(value / 10) - 2]}${rest ? `-${UNITS[rest - 1]}` : ''}`;
};

it('reads every number below 1000 in English words', () => {
  for (let value = 2; value < 1_000; value += 1) {
    const text = `for ${spelled(value)} people`;
    expect(withDigits(text)).toBe(`for ${value} people`);
    expect([text, readNumbers(text).mentions.map((mention) => mention.value)]).toEqual([text, [value]]);
  }
});
