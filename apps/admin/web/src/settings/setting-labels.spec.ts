import { rangeOf, shownValue } from './setting-labels.ts';

it('groups the digits of numbers only', () => {
  expect(shownValue({ kind: 'whole_number' }, '25000')).toBe('25,000');
  expect(shownValue({ kind: 'fraction' }, '0.25')).toBe('0.25');
  expect(shownValue({ kind: 'text' }, '25000')).toBe('25000');
  expect(shownValue({ kind: 'whole_number' }, '')).toBe('');
  expect(shownValue({ kind: 'whole_number' }, 'many')).toBe('many');
});

it('describes the range in words', () => {
  const none = { min: null, max: null, unit: null, choices: null };
  expect(rangeOf({ ...none, min: 1_000, max: 200_000, unit: 'tokens' })).toBe('1,000 to 200,000 tokens');
  expect(rangeOf({ ...none, max: 5_000 })).toBe('… to 5,000');
  expect(rangeOf({ ...none, choices: ['a', 'b'] })).toBe('a, b');
  expect(rangeOf(none)).toBeNull();
});
