import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';

const LOADER = pathToFileURL(path.resolve('dist/scripts/start/load-bundle.js')).href;

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'turnpike-bundle-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** Writes the files of a bundle and runs its `main.cjs` in a process of its own. */
function run(files: Record<string, string>) {
  const bundle = path.join(folder, 'bundle');
  mkdirSync(bundle, { recursive: true });
  for (const [name, text] of Object.entries(files)) writeFileSync(path.join(bundle, name), text);
  const entry = pathToFileURL(path.join(bundle, 'main.cjs')).href;
  writeFileSync(
    path.join(folder, 'main.mjs'),
    `import { loadBundle } from '${LOADER}';\nloadBundle(new URL('${entry}'), 'app', 1);\n`,
  );
  const { stdout, stderr, status } = spawnSync(process.execPath, [path.join(folder, 'main.mjs')], {
    encoding: 'utf8',
    env: { PATH: process.env.PATH, NODE_COMPILE_CACHE: path.join(folder, 'cache') },
  });
  return { said: stdout.trim(), stderr, status };
}

/** The kept code of `main.cjs`, in the cache folder of this version of Node. */
function kept(): string {
  const cache = path.join(folder, 'cache');
  return path.join(cache, readdirSync(cache)[0] ?? '', 'app-main.cjs');
}

it('files require each other, Node and packages, and run once each, also in a circle', () => {
  const { said } = run({
    'main.cjs': `const path = require('node:path'); const { used } = require('./used.cjs');
      console.log([used, require('./used.cjs').used, path.basename(__filename), path.basename(__dirname)].join(' '));
      exports.fromMain = 'late';`,
    'used.cjs': `globalThis.runs = (globalThis.runs ?? 0) + 1; const main = require('./main.cjs');
      exports.used = 'ran' + globalThis.runs + ('fromMain' in main);`,
  });
  expect(said).toBe('ran1false ran1false main.cjs bundle');
});

describe('compiled code', () => {
  const called = `function called() { return [1, 2, 3].map((n) => n * 2).join(); }`;
  /** It ends after it counts as started, which takes a millisecond. */
  const works = { 'main.cjs': `${called} setTimeout(() => console.log(called()), 20); called();` };

  it('has the functions that were called, and is used by the next start', () => {
    run({ 'main.cjs': `${called} setTimeout(() => undefined, 20)` });
    const without = statSync(kept()).size;
    rmSync(path.join(folder, 'cache'), { recursive: true });
    expect(run(works).said).toBe('2,4,6');
    const { size, ino } = statSync(kept());
    expect(size).toBeGreaterThan(without + 100);
    expect(run(works).said).toBe('2,4,6');
    expect(statSync(kept()).ino).toBe(ino);
  });

  it('is written again when V8 refuses it', () => {
    run(works);
    const whole = readFileSync(kept());
    for (const broken of [Buffer.alloc(0), whole.subarray(0, whole.length / 2), Buffer.alloc(whole.length)]) {
      writeFileSync(kept(), broken);
      expect(run(works)).toMatchObject({ said: '2,4,6', stderr: '', status: 0 });
      expect(readFileSync(kept()).length).toBe(whole.length);
    }
  });
});

it('stack traces name the sources where the bundle has a map, and stay as they are where it cannot be read', () => {
  // Line 2 of the file is line 7 of the source.
  const map = { version: 3, sources: ['../src/thrower.ts'], names: [], mappings: ';AAMA' };
  const { said } = run({
    'main.cjs': `const { thrower } = require('./mapped.cjs');
      try { thrower() } catch (error) { console.log(error.stack) }`,
    'mapped.cjs': `//\nexports.thrower = () => { throw new RangeError('too far'); };`,
    'mapped.cjs.map': JSON.stringify(map),
    'main.cjs.map': 'no map',
  });
  expect(said).toMatch(/^RangeError: too far\n/);
  expect(said).toContain(`${path.join(folder, 'src/thrower.ts')}:7:`);
  expect(said).toContain(`${path.join(folder, 'bundle/main.cjs')}:2:`);
});
