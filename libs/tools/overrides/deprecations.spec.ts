import fc from 'fast-check';
import { forAll } from '../../../test/harness/for-all.ts';
import { cyclesOf, cycleFrom, deprecationDepth, soundDeprecations } from './deprecations.ts';

const replacements = (pairs: Record<string, string>) => new Map(Object.entries(pairs));

describe('deprecations', () => {
  it('count the replacements up to a tool that is not deprecated', () => {
    const chain = replacements({ a: 'b', b: 'c' });
    expect(['a', 'b', 'c'].map((name) => deprecationDepth(name, chain))).toEqual([2, 1, 0]);
  });

  it('name each cycle once', () => {
    expect(cyclesOf(replacements({ a: 'b', b: 'c', c: 'a', d: 'a', e: 'e', f: 'g' }))).toEqual([
      ['a', 'b', 'c', 'a'],
      ['e', 'e'],
    ]);
    expect(cycleFrom('d', replacements({ d: 'a', a: 'b', b: 'a' }))).toBeUndefined();
  });

  it('terminate for any set of replacements', () => {
    const name = fc.constantFrom('a', 'b', 'c', 'd', 'e');
    forAll(100, fc.dictionary(name, name), (pairs) => {
      const map = replacements(pairs);
      for (const tool of 'abcde') {
        expect(deprecationDepth(tool, map) > 0).toBe(map.has(tool));
        const cycle = cycleFrom(tool, map);
        if (cycle) expect([cycle[0], cycle.at(-1)]).toEqual([tool, tool]);
      }
      expect(cyclesOf(map).length > 0).toBe([...'abcde'].some((tool) => cycleFrom(tool, map)));
    });
  });

  it('of overrides are removed if they lead nowhere or form a cycle, those of files never', () => {
    const name = fc.constantFrom('a', 'b', 'c', 'd', 'gone');
    const said = (pairs: Record<string, string>) =>
      new Map([...'abcd'].map((tool) => [tool, pairs[tool] ? { replacedBy: pairs[tool] } : null]));
    // Replacements in files come later in the alphabet, so that they form no cycle.
    const ofFiles = said({ a: 'b', b: 'd' });
    forAll(100, fc.dictionary(name, name), (edits) => {
      const wanted = new Map([
        ...ofFiles,
        ...[...said(edits)].filter(([tool]) => Object.hasOwn(edits, tool)),
      ]);
      const sound = soundDeprecations(wanted, ofFiles);
      const left = new Map([...sound].flatMap(([tool, by]) => (by ? [[tool, by.replacedBy] as const] : [])));
      expect(cyclesOf(left)).toEqual([]);
      expect([...left.values()]).not.toContain('gone');
      for (const [tool, by] of sound) expect([wanted.get(tool), ofFiles.get(tool)]).toContain(by);
    });
  });
});
