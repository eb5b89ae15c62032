import fc from 'fast-check';
import { toolOverride, type ToolOverride } from '#contracts';
import { forAll } from '../../../test/harness/for-all.ts';
import { fakeTool } from '../testing/fake-tools.ts';
import { differencesFrom, applyOverride, metadataOf } from './overlay.ts';

const text = fc.string({ minLength: 1, maxLength: 20 }).map((words) => `.${words}`);
const anyOverride: fc.Arbitrary<ToolOverride> = fc.record(
  {
    description: text,
    whenToUse: fc.array(text, { minLength: 1, maxLength: 3 }),
    examples: fc.array(text, { minLength: 1, maxLength: 3 }),
    tier: fc.constantFrom('always' as const, 'deferred' as const),
    enabled: fc.boolean(),
    deprecated: fc.option(fc.record({ replacedBy: fc.constantFrom('other', 'third'), reason: text })),
  },
  { requiredKeys: [] },
);

const file = metadataOf(fakeTool({ deprecated: { replacedBy: 'other', reason: 'of the file' } }));

describe('applying an override', () => {
  it('changes nothing if the override is empty, and is idempotent', () => {
    forAll(100, anyOverride, (override) => {
      const once = applyOverride(file, override);
      expect(applyOverride(once, {})).toEqual(once);
      expect(applyOverride(once, override)).toEqual(once);
      expect(applyOverride(file, {})).toEqual(file);
    });
  });

  it('changes exactly the fields that are reported as differences', () => {
    forAll(100, anyOverride, (override) => {
      const here = applyOverride(file, override);
      const differing = Object.keys(file).filter(
        (field) =>
          JSON.stringify(file[field as keyof typeof file]) !==
          JSON.stringify(here[field as keyof typeof here]),
      );
      expect(
        differencesFrom(file, override)
          .map(({ field }) => field)
          .sort(),
      ).toEqual(differing.sort());
    });
  });

  it('keeps a tool off that a lower layer has switched off', () => {
    expect(applyOverride(applyOverride(file, { enabled: false }), { enabled: true }).enabled).toBe(false);
    expect(applyOverride(file, { enabled: true }).enabled).toBe(true);
  });

  it('takes a deprecation back with null', () => {
    expect(applyOverride(file, { deprecated: null }).deprecated).toBeNull();
    expect(applyOverride(file, { deprecated: undefined }).deprecated?.reason).toBe('of the file');
  });

  it('accepts only overrides that fit the schema', () => {
    forAll(100, anyOverride, (override) => expect(toolOverride.safeParse(override).success).toBe(true));
    for (const bad of [
      { description: '  ' },
      { description: 'x'.repeat(2_001) },
      { examples: [] },
      { examples: [''] },
      { whenToUse: [] },
      { deprecated: { replacedBy: 'not a name', reason: 'r' } },
      { description: 'a\u0000b' },
      { name: 'other' },
    ])
      expect(toolOverride.safeParse(bad).success).toBe(false);
  });
});
