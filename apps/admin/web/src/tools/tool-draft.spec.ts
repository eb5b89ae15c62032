import { draftOf, isEdited, overrideOf } from './tool-draft.ts';

const FILE = {
  description: 'Finds homes',
  whenToUse: ['to find one'],
  examples: ['a flat', 'شقة'],
  tier: 'deferred',
  enabled: true,
  deprecated: null,
} as const;
const file = { ...FILE, whenToUse: [...FILE.whenToUse], examples: [...FILE.examples] };

describe('overrideOf', () => {
  it('is empty for an unchanged draft', () => {
    expect(overrideOf(draftOf(file), file)).toEqual({});
  });

  it('contains only the changed fields', () => {
    const draft = { ...draftOf(file), examples: 'a flat\n\n a house \n', enabled: false };
    expect(overrideOf(draft, file)).toEqual({ examples: ['a flat', 'a house'], enabled: false });
  });

  it('removes a deprecation', () => {
    const below = { ...file, deprecated: { replacedBy: 'other', reason: 'old' } };
    expect(overrideOf({ ...draftOf(below), deprecated: false }, below)).toEqual({ deprecated: null });
  });
});

it('is not edited before somebody writes, however the stored override is written', () => {
  // An example of several lines, as a miss may be.
  const stored = { ...file, description: 'Finds', examples: ['a flat\nby the sea', ' a house '] };
  expect(isEdited(draftOf(stored), stored, file)).toBe(false);
  expect(isEdited({ ...draftOf(stored), description: 'Finds. ' }, stored, file)).toBe(true);
});
