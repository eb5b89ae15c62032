import { readNumbers } from './number-mentions.ts';
import { withDigits } from './spelled-numbers.ts';
import cases from './spelled-numbers.cases.json' with { type: 'json' };

it.each(cases as [string, string][])('%s is %s', (text, said) => expect(withDigits(text)).toBe(said));

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
