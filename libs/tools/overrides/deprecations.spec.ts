import fc from 'fast-check';
import { cyclesOf, cycleFrom, deprecationDepth } from './deprecations.ts';

const replacements = (pairs: Record<string, string>) => new Map(Object.entries(pairs));

describe('deprecations', () => {
  it('count the replacements until a tool that is not deprecated', () => {
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

  it('end for any set of replacements', () => {
    const name = fc.constantFrom('a', 'b', 'c', 'd', 'e');
    fc.assert(
      fc.property(fc.dictionary(name, name), (pairs) => {
        const map = replacements(pairs);
        for (const tool of 'abcde') {
          expect(deprecationDepth(tool, map) > 0).toBe(map.has(tool));
          const cycle = cycleFrom(tool, map);
          if (cycle) expect([cycle[0], cycle.at(-1)]).toEqual([tool, tool]);
        }
        expect(cyclesOf(map).length > 0).toBe([...'abcde'].some((tool) => cycleFrom(tool, map)));
      }),
    );
  });
});
