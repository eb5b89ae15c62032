import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';

const TRACER = pathToFileURL(path.resolve('dist/scripts/start/source-traces.js')).href;

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'turnpike-traces-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** Runs `main.cjs` of a bundle in a process of its own. */
function run(files: Record<string, string>) {
  const bundle = path.join(folder, 'bundle');
  mkdirSync(bundle);
  for (const [name, text] of Object.entries(files)) writeFileSync(path.join(bundle, name), text);
  writeFileSync(
    path.join(folder, 'main.mjs'),
    `import { createRequire } from 'node:module';
     import { traceToSources } from '${TRACER}';
     traceToSources(new URL('${pathToFileURL(bundle).href}'));
     createRequire('${bundle}/')('./main.cjs');`,
  );
  const args = ['--enable-source-maps', path.join(folder, 'main.mjs')];
  const { stdout, stderr, status } = spawnSync(process.execPath, args, { encoding: 'utf8' });
  return { said: stdout.trim(), stderr, status };
}

it('stack traces name the sources where the bundle has a map, and stay as they are where it cannot be read', () => {
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

it('an error that nobody catches ends the process', () => {
  const { stderr, status } = run({ 'main.cjs': `throw new TypeError('no such setting')` });
  expect(status).toBe(1);
  expect(stderr).toContain('TypeError: no such setting');
});
