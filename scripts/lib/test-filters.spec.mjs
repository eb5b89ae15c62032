import { globSync, readFileSync } from 'node:fs';
import { at } from './project.mjs';
import { mayNeedBuild } from './test-filters.mjs';

describe('filters of tests', () => {
  it.each([
    [[], true],
    [['test/e2e'], true],
    [['packs/bakery'], false],
    [['packs/bakery', 'libs/tools'], false],
    [['packs/bakery', 'bakery-scenarios'], true],
    [['packs'], true],
  ])('%j: %s', (filters, expected) => {
    expect(mayNeedBuild(filters)).toBe(expected);
  });

  it('holds: no suite of the libs asks for the compiled apps', () => {
    const needing = globSync(['libs/**/*.spec.ts', 'packs/**/*.spec.ts'], { cwd: at() }).filter((file) =>
      /describeWith\([^)]*'build'|needsOf|Installation\.start/.test(readFileSync(at(file), 'utf8')),
    );
    expect(needing).toEqual([]);
  });
});
