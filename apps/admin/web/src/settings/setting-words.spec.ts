import { rangeOf, shownValue, sourceOf } from './setting-words.ts';

it('groups what is a number, and nothing else', () => {
  expect(shownValue({ kind: 'whole_number' }, '25000')).toBe('25,000');
  expect(shownValue({ kind: 'fraction' }, '0.25')).toBe('0.25');
  expect(shownValue({ kind: 'text' }, '25000')).toBe('25000');
  expect(shownValue({ kind: 'whole_number' }, '')).toBe('');
  expect(shownValue({ kind: 'whole_number' }, 'many')).toBe('many');
});

it('says of the zone that an org was made with that it is the org’s, and no other setting’s', () => {
  for (const source of ['deployment', 'default'] as const)
    expect(sourceOf({ name: 'ORG_TIMEZONE', source })).toBe('made');
  expect(sourceOf({ name: 'ORG_TIMEZONE', source: 'org' })).toBe('org');
  expect(sourceOf({ name: 'MODEL_ROUNDS', source: 'deployment' })).toBe('deployment');
});

it('words the range', () => {
  const none = { min: null, max: null, unit: null, choices: null };
  expect(rangeOf({ ...none, min: 1_000, max: 200_000, unit: 'tokens' })).toBe('1,000 to 200,000 tokens');
  expect(rangeOf({ ...none, max: 5_000 })).toBe('… to 5,000');
  expect(rangeOf({ ...none, choices: ['a', 'b'] })).toBe('a, b');
  expect(rangeOf(none)).toBeNull();
});
