import { limitIn } from './cost-limit.ts';

it.each([
  ['can we get it under 20 euros?', 20, 'EUR'],
  ['keep it under €20', 20, 'EUR'],
  ['My budget is 40 euros', 40, 'EUR'],
  ['no more than 1,200 EUR please', 1_200, 'EUR'],
  ['budget of £35.50', 35.5, 'GBP'],
  ['at most 80 dirhams', 80, 'AED'],
  ['ميزانيتي ٤٠ يورو', 40, 'EUR'],
  ['أقل من 150 درهما', 150, 'AED'],
  ['keep it under 12 dollars', 12, 'USD'],
  ['budget of $40', 40, 'USD'],
  ['أقل من 12 دولارا', 12, 'USD'],
  ['keep it under 12', 12, undefined],
])('a limit keeps its currency: %s', (text, amount, currency) =>
  expect(limitIn(text)).toEqual({ amount, ...(currency && { currency }) }),
);

it.each(['make it cheaper', 'it needs 12 V'])('none in: %s', (text) => expect(limitIn(text)).toBeUndefined());
