import fc from 'fast-check';
import { forAll } from '../../test/harness/for-all.ts';
import { meantValue, namedWord } from './meant-value.ts';

const named = (values: readonly string[], text: string) =>
  meantValue(
    values.map((value) => namedWord(value, value)),
    text,
  );

it.each([
  [['asc', 'desc'], 'descending', 'desc'],
  [['gantt', 'mindmap', 'flowchart'], 'Gantt chart', 'gantt'],
  [['client', 'team'], 'the client', 'client'],
  [['sale_agreement', 'reservation'], 'Sale Agreement', 'sale_agreement'],
  [['en', 'ar', 'el', 'ru'], 'Greek', 'el'],
  [['en', 'ar', 'el', 'ru'], 'arabic', 'ar'],
  [['C', 'c++', 'C#'], 'c#', 'C#'],
  [['C', 'python'], 'C code', undefined],
  [['low', 'medium', 'high'], 'medium high', undefined],
  [['low', 'medium', 'high'], 'not high', undefined],
  [['low', 'medium', 'high'], 'high level', 'high'],
  [['apartment', 'villa'], 'apartments', 'apartment'],
  [['apartment', 'villa'], 'anything but villa', undefined],
  [['won', 'lost', 'new'], 'almost won', undefined],
  [['won', 'lost', 'new'], 'wonderful', undefined],
  [['won', 'lost', 'new'], 'newsletter', undefined],
  [['studio'], 'studio or 2 bedrooms', undefined],
  [['call', 'email', 'meeting'], 'Phone call', 'call'],
  [['sale', 'rent'], 'resale', undefined],
  [['apartment', 'villa'], 'apartments and villa', undefined],
  [['in', 'between'], 'inside', undefined],
  [['eq', '>='], '>=', '>='],
  [['a', 'A'], 'a', 'a'],
  [['yes', 'no'], '', undefined],
])('of %j, %j means %p', (values, text, meant) => {
  expect(named(values, text)).toBe(meant);
});

it('a value means itself, whatever the others are', () => {
  forAll(100, fc.uniqueArray(fc.string({ minLength: 1 }), { minLength: 1, maxLength: 6 }), (values) => {
    for (const value of values) expect(named(values, value)).toBe(value);
  });
});
