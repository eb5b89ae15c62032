import { normalizeText } from '#text';
import { priceNamed } from './budget.ts';
import { isBuying, namesAmount } from './requests.ts';

it.each([
  ['villa in Yas for three million', 3_000_000],
  ['villa in Yas for 3 million', 3_000_000],
  ['3 bedroom villa in Yas for 2.5m', 2_500_000],
  ['a flat for half a million', 500_000],
  ['can I get a villa for a million and a half in Al Reef?', 1_500_000],
  ['can I get a villa for one and a half million?', 1_500_000],
  ['apartment for AED 1,200,000', 1_200_000],
  ['villa between 2 and 3 million', 3_000_000],
  ['فيلا في ياس بثلاثة ملايين', 3_000_000],
  ['فيلا في ياس بـ٣ ملايين', 3_000_000],
  ['شقة بمليون ونصف', 1_500_000],
  ['شقة بمليونين', 2_000_000],
  ['فيلا بخمسة ملايين درهم', 5_000_000],
  ['شقة بنصف مليون', 500_000],
  ['villas sold in Yas in 2023', undefined],
  ['3 bedrooms', undefined],
])('%s names the price %s', (text, price) => {
  expect(priceNamed(text)).toBe(price);
});

it.each([
  ['villa in Yas for three million', true],
  ['فيلا في ياس بثلاثة ملايين', true],
  ['شقة في الريف بتسعين ألف', false],
])('%s is for buying: %s', (text, buying) => {
  expect(isBuying({ text, normalized: normalizeText(text) })).toBe(buying);
});

it.each(['شقة في الريف بتسعين ألف', '3 bedroom in Al Reef for ninety thousand', 'a flat for a million'])(
  '%s names a sum',
  (text) => expect(namesAmount(text)).toBe(true),
);
