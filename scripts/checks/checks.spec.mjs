import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { check } from '../check.mjs';
import { checkArchitecture } from './architecture.mjs';
import { checkFileSizes } from './file-sizes.mjs';
import { checkLicences } from './licences.mjs';

const LIBS = ['turns', 'broker', 'tools', 'flags', 'database', 'config', 'contracts', 'memory', 'models'];
const exporting = (file, name) => [file, `export const ${name} = 1;`];
const using = (file, name, from) => [
  file,
  `import { ${name} } from '${from}';\nexport const used = ${name};`,
];
const HOUSE = LIBS.map((name) => exporting(`libs/${name}/index.ts`, name));

/** Each sample breaks one arrow; those without a rule break none. */
const SAMPLES = [
  ['nothing', undefined, using('libs/turns/a.ts', 'tools', '#tools')],
  ['memory may know models', undefined, using('libs/memory/a.ts', 'models', '#models')],
  ['an arrow upwards', 'arrows-of-tools', using('libs/tools/a.ts', 'broker', '#broker')],
  ['an arrow sideways', 'arrows-of-models', using('libs/models/a.ts', 'memory', '#memory')],
  [
    'an arrow for types only',
    'arrows-of-tools',
    ['libs/tools/a.ts', "import type { broker } from '#broker';\nexport type A = typeof broker;"],
  ],
  [
    'a lib past its door',
    'one-door-per-lib',
    exporting('libs/tools/inner.ts', 'inner'),
    using('libs/turns/a.ts', 'inner', '../tools/inner.ts'),
  ],
  [
    'a pack that knows the broker',
    'packs-know-doors-only',
    using('packs/estio/index.ts', 'broker', '#broker'),
  ],
  [
    'a lib that knows a pack',
    'only-roots-know-packs',
    exporting('packs/index.ts', 'packs'),
    using('libs/turns/a.ts', 'packs', '#packs'),
  ],
  ['contracts with a framework', 'contracts-is-a-leaf', using('libs/contracts/a.ts', 'z', 'typeorm')],
  ['contracts with Node', 'contracts-without-node', using('libs/contracts/a.ts', 'sep', 'node:path')],
  [
    'a lib without a place',
    'every-lib-has-its-place',
    exporting('libs/helpers/index.ts', 'helpers'),
    using('libs/turns/a.ts', 'helpers', '#helpers'),
  ],
  [
    'a cycle',
    'no-cycles',
    using('libs/turns/a.ts', 'b', './b.ts'),
    ['libs/turns/b.ts', "import { used } from './a.ts';\nexport const b = () => used;"],
  ],
  [
    'a cycle of types',
    'no-cycles-of-types',
    ['libs/memory/a.ts', "import type { B } from './b.ts';\nexport type A = B[];"],
    ['libs/memory/b.ts', "import type { A } from './a.ts';\nexport type B = A | string;"],
  ],
  ['an import of nothing', 'resolvable', using('libs/turns/a.ts', 'x', './gone.ts')],
  [
    'an app that knows another',
    'apps-stand-alone',
    exporting('apps/api/a.ts', 'a'),
    using('apps/worker/b.ts', 'a', '../api/a.ts'),
  ],
];

describe('architecture', () => {
  let folder;

  beforeEach(() => {
    folder = mkdtempSync(path.join(os.tmpdir(), 'turnpike-arrows-'));
    symlinkSync(path.resolve('node_modules'), path.join(folder, 'node_modules'));
    for (const file of ['package.json', 'tsconfig.json'])
      writeFileSync(path.join(folder, file), readFileSync(file));
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  const write = (files) => {
    for (const [file, source] of files) {
      mkdirSync(path.dirname(path.join(folder, file)), { recursive: true });
      writeFileSync(path.join(folder, file), `${source}\n`);
    }
  };

  it.each(SAMPLES)('sees %s', async (_what, rule, ...files) => {
    write([...HOUSE, ...files]);
    const { ok, output } = await checkArchitecture(folder);
    if (rule) expect(output.split('\n').map((line) => line.split(':')[0])).toContain(rule);
    else expect(output).toBe('');
    expect(ok).toBe(!rule);
  });
});

describe('file sizes', () => {
  it('fails over 400 lines and mentions files over 250', () => {
    const lines = { 'a.ts': 401, 'b.ts': 400, 'c.ts': 251, 'd.ts': 250 };
    const result = checkFileSizes(Object.keys(lines), (file) => '\n'.repeat(lines[file] - 1) + 'x');
    expect(result).toEqual({
      ok: false,
      output: 'too long: a.ts, 401 lines\nlong: b.ts, 400 lines\nlong: c.ts, 251 lines',
    });
  });
});

describe('npm run check', () => {
  it('runs every check, also after one that failed or threw, and counts', async () => {
    const printed = [];
    const checks = {
      one: async () => ({ ok: false, output: 'a.ts is wrong' }),
      two: async () => ({ ok: true, output: '' }),
      three: async () => {
        throw new Error('broken');
      },
    };
    expect(await check([], { checks, print: (line) => printed.push(line) })).toBe(1);
    // Some of them take a minute: what runs is said before.
    expect(printed[0]).toBe('runs   one');
    expect(printed.at(-1)).toBe('1 passed, 2 failed');
    expect(printed.join('\n')).toMatch(/FAILED one .*\n.*a\.ts is wrong/);
    expect(printed.join('\n')).toContain('Error: broken');
    expect(await check(['four'], { checks, print: () => undefined })).toBe(2);
  });

  it('begins none that is left when it is told to stop, and calls none failed that it broke off', async () => {
    const printed = [];
    const broken = () => ({ ok: false, output: 'broken off' });
    const checks = {
      ...Object.fromEntries(Array.from({ length: 64 }, (_, at) => [`check-${at}`, broken])),
      'check-0': () => {
        process.emit('SIGTERM', 'SIGTERM');
        return broken();
      },
    };
    expect(await check([], { checks, print: (line) => printed.push(line) })).toBe(143);
    expect(printed.filter((line) => line.startsWith('runs')).length).toBeLessThan(64);
    expect(printed.at(-1)).toBe('0 passed, 0 failed');
    expect(process.listenerCount('SIGTERM')).toBe(0);
  });

  it('says how it is used when it is asked, and runs nothing', async () => {
    const printed = [];
    const checks = { one: () => Promise.reject(new Error('ran')) };
    expect(await check(['--help'], { checks, print: (line) => printed.push(line) })).toBe(0);
    expect(printed).toEqual([expect.stringMatching(/^npm run check -- .*\nChecks: one$/)]);
  });
});

describe('the check of licences', () => {
  const lockFile = (license, more = {}) => ({
    packages: { '': {}, 'node_modules/one': { version: '1.0.0', license, ...more } },
  });

  it.each(['MIT', 'Apache-2.0', '(MIT OR GPL-3.0-only)', 'MIT AND ISC'])('lets %s through', (license) =>
    expect(checkLicences(lockFile(license))).toEqual({ ok: true, output: '' }),
  );

  it.each(['GPL-3.0-only', 'AGPL-3.0', 'MIT AND GPL-2.0', 'SEE LICENSE IN FILE', undefined])(
    'names a package under %s',
    (license) => {
      const { ok, output } = checkLicences(lockFile(license));
      expect(ok).toBe(false);
      expect(output).toContain('node_modules/one@1.0.0');
    },
  );

  it('asks only of what ships', () => {
    expect(checkLicences(lockFile('GPL-3.0-only', { dev: true })).ok).toBe(true);
    // Of an optional dependency of what ships, which something of ours needs too.
    expect(checkLicences(lockFile('GPL-3.0-only', { devOptional: true })).ok).toBe(false);
    expect(checkLicences().output).toBe('');
  });
});
