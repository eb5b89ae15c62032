import { checkCounts, count, countLines } from './count.mjs';

const FILES = {
  'libs/turns/claim.ts': 10,
  'libs/turns/claim.spec.ts': 20,
  'libs/turns/claim.fixture.ts': 3,
  'test/e2e/messages.ts': 4,
  'apps/admin/web/src/page.tsx': 5,
  'libs/offline-model/answer.ts': 6,
  'libs/offline-model/answer.spec.ts': 7,
  'packs/geo/offline/index.ts': 8,
  'packs/estio/offline/index.ts': 9,
  'scripts/run.mjs': 100,
  'README.md': 100,
};
const rows = (changes = {}) => {
  const files = { ...FILES, ...changes };
  return countLines(Object.keys(files), (file) => 'x\n'.repeat(files[file]));
};
const linesOf = (name, changes) => rows(changes).find((row) => row.name === name)?.lines;

it('counts source and tests apart, and each folder of the offline model', () => {
  expect(rows().map(({ name, lines }) => [name, lines])).toEqual([
    ['source', 38],
    ['tests', 34],
    ['libs/offline-model/', 6],
    ['packs/estio/offline/', 9],
    ['packs/geo/offline/', 8],
  ]);
  expect(linesOf('packs/geo/offline/', { 'packs/geo/offline/words.spec.ts': 50 })).toBe(8);
});

it('fails above a limit, and names it', () => {
  const printed = [];
  const print = (line) => printed.push(line);
  const above = rows({ 'packs/geo/offline/index.ts': 1_801 });
  expect(count([], print, rows())).toBe(0);
  expect(count([], print, above)).toBe(1);
  expect(printed.filter((line) => line.endsWith('too many'))).toEqual([
    expect.stringMatching(/^packs\/geo\/offline\/ +1,801 of at most +1,800/),
  ]);
  expect(checkCounts(rows())).toEqual({ ok: true, output: '' });
  expect(checkCounts(above)).toEqual({ ok: false, output: 'packs/geo/offline/: 1801 lines of at most 1800' });
  expect(count(['--lax'], print, above)).toBe(2);
});
