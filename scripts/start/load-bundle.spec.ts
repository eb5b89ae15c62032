import { spawnSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';

const LOADER = pathToFileURL(path.resolve('dist/scripts/start/load-bundle.js')).href;

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'turnpike-bundle-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** Writes the files of a bundle and runs `main.cjs` of them in a process of its own. */
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

/** Where the app's functions are kept: in the folder of this version of Node. */
function ownFolder(): string {
  const cache = path.join(folder, 'cache');
  return path.join(cache, ...readdirSync(cache).slice(0, 1), 'app');
}

function sizeOfKept(): number {
  return readFileSync(path.join(ownFolder(), 'main.cjs.ended')).length;
}

describe('files of a bundle', () => {
  it('name one another, Node and packages, and run once each, also around a circle', () => {
    const { said } = run({
      'main.cjs': `const path = require('node:path'); const { used } = require('./used.cjs');
        console.log([used, require('./used.cjs').used, path.basename(__filename), path.basename(__dirname)].join(' '));
        exports.fromMain = 'late';`,
      'used.cjs': `globalThis.runs = (globalThis.runs ?? 0) + 1; const main = require('./main.cjs');
        exports.used = 'ran' + globalThis.runs + ('fromMain' in main);`,
    });
    expect(said).toBe('ran1false ran1false main.cjs bundle');
  });

  it('that failed to load are loaded anew when they are asked for again', () => {
    const { said } = run({
      'main.cjs': `const fs = require('node:fs'), path = require('node:path');
        const late = path.join(__dirname, 'late.cjs');
        try { require('./late.cjs') } catch (error) { console.log(error.code) }
        fs.writeFileSync(late, 'exports.here = true');
        console.log(require('./late.cjs').here);`,
    });
    expect(said).toBe('ENOENT\ntrue');
  });

  it('end the process with what they throw', () => {
    const { stderr, status } = run({ 'main.cjs': `throw new TypeError('no such setting')` });
    expect(status).toBe(1);
    expect(stderr).toContain('TypeError: no such setting');
  });
});

describe('compiled code', () => {
  const called = `function called() { return [1, 2, 3].map((n) => n * 2).join(); }`;
  /** It ends after it has counted as started, which takes it a millisecond. */
  const works = { 'main.cjs': `${called} setTimeout(() => console.log(called()), 20)` };

  it('is kept of what a process called by its end, and read by the next one', () => {
    expect(run(works).said).toBe('2,4,6');
    expect(readdirSync(ownFolder())).toEqual(['main.cjs.ended']);
    const { ino } = statSync(path.join(ownFolder(), 'main.cjs.ended'));
    expect(run(works).said).toBe('2,4,6');
    expect(statSync(path.join(ownFolder(), 'main.cjs.ended')).ino).toBe(ino);
  });

  it.each([
    ['fails at its start', `${called} process.exit(1)`],
    ['is ended before it has started', called],
    ['fails later', `${called} setTimeout(() => process.exit(1), 20)`],
  ])('is not kept as that of a good end of what %s', (_, text) => {
    run({ 'main.cjs': text });
    expect(readdirSync(path.join(folder, 'cache')).length).toBe(1);
    expect(existsSync(path.join(ownFolder(), 'main.cjs.ended'))).toBe(false);
  });

  it('holds functions that were called, which what Node keeps does not', () => {
    run({ 'main.cjs': `${called} setTimeout(() => {}, 20)` });
    const without = sizeOfKept();
    rmSync(path.join(folder, 'cache'), { recursive: true });
    run(works);
    expect(sizeOfKept()).toBeGreaterThan(without + 100);
  });

  it('is taken anew where V8 refuses what it finds', () => {
    run(works);
    const file = path.join(ownFolder(), 'main.cjs.ended');
    const whole = readFileSync(file);
    for (const broken of [Buffer.alloc(0), whole.subarray(0, whole.length / 2), Buffer.alloc(whole.length)]) {
      writeFileSync(file, broken);
      expect(run(works)).toMatchObject({ said: '2,4,6', stderr: '', status: 0 });
      expect(readFileSync(file).length).toBe(whole.length);
    }
  });

  it('that cannot be read or written costs a line, and nothing of the app', () => {
    run(works);
    const own = ownFolder();
    rmSync(own, { recursive: true });
    writeFileSync(own, 'a file where the folder would be');
    const { said, stderr, status } = run(works);
    expect({ said, status }).toEqual({ said: '2,4,6', status: 0 });
    expect(stderr).toMatch(
      /^(Compiled code is not read: Error: ENOTDIR.+\n){2}(Compiled code is not kept: Error: E\w+.+\n){2}$/,
    );
  });
});

describe('stack traces', () => {
  it('lead to the sources where the bundle has a map, and stay as they are where it has none that can be read', () => {
    const map = {
      version: 3,
      sources: ['../src/thrower.ts'],
      names: [],
      // Line 2 of the file is line 7 of the source.
      mappings: ';AAMA',
    };
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
});
