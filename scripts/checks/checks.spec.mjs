import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { check } from '../check.mjs';
import { checkArchitecture } from './architecture.mjs';
import { checkFileSizes } from './file-sizes.mjs';
import { checkLicences } from './licences.mjs';

const DOOR = (name) => [`libs/${name}/index.ts`, `export const ${name} = 1;`];
const HOUSE = [
  'turns',
  'broker',
  'tools',
  'flags',
  'database',
  'config',
  'contracts',
  'memory',
  'models',
].map(DOOR);

/** Each sample breaks one arrow; the first breaks none. */
const SAMPLES = [
  ['nothing', [['libs/turns/a.ts', "import { tools } from '#tools';\nexport const a = tools;"]], undefined],
  [
    'memory may know models',
    [['libs/memory/a.ts', "import { models } from '#models';\nexport const a = models;"]],
    undefined,
  ],
  [
    'an arrow upwards',
    [['libs/tools/a.ts', "import { broker } from '#broker';\nexport const a = broker;"]],
    'arrows-of-tools',
  ],
  [
    'an arrow sideways',
    [['libs/models/a.ts', "import { memory } from '#memory';\nexport const a = memory;"]],
    'arrows-of-models',
  ],
  [
    'an arrow for types only',
    [['libs/tools/a.ts', "import type { broker } from '#broker';\nexport type A = typeof broker;"]],
    'arrows-of-tools',
  ],
  [
    'a lib past its door',
    [
      ['libs/tools/inner.ts', 'export const inner = 1;'],
      ['libs/turns/a.ts', "import { inner } from '../tools/inner.ts';\nexport const a = inner;"],
    ],
    'one-door-per-lib',
  ],
  [
    'a pack that knows the broker',
    [['packs/estio/index.ts', "import { broker } from '#broker';\nexport const estio = broker;"]],
    'packs-know-doors-only',
  ],
  [
    'a lib that knows a pack',
    [
      ['packs/index.ts', 'export const packs = [];'],
      ['libs/turns/a.ts', "import { packs } from '#packs';\nexport const a = packs;"],
    ],
    'only-roots-know-packs',
  ],
  [
    'contracts with a framework',
    [['libs/contracts/a.ts', "import { z } from 'typeorm';\nexport const a = z;"]],
    'contracts-is-a-leaf',
  ],
  [
    'contracts with Node',
    [['libs/contracts/a.ts', "import { sep } from 'node:path';\nexport const a = sep;"]],
    'contracts-without-node',
  ],
  [
    'a lib without a place',
    [
      ['libs/helpers/index.ts', 'export const a = 1;'],
      ['libs/turns/a.ts', "import { a } from '#helpers';\nexport const b = a;"],
    ],
    'every-lib-has-its-place',
  ],
  [
    'a cycle',
    [
      ['libs/turns/a.ts', "import { b } from './b.ts';\nexport const a = () => b;"],
      ['libs/turns/b.ts', "import { a } from './a.ts';\nexport const b = () => a;"],
    ],
    'no-cycles',
  ],
  [
    'a cycle of types',
    [
      ['libs/memory/a.ts', "import type { B } from './b.ts';\nexport type A = B[];"],
      ['libs/memory/b.ts', "import type { A } from './a.ts';\nexport type B = A | string;"],
    ],
    'no-cycles-of-types',
  ],
  [
    'an import of nothing',
    [['libs/turns/a.ts', "import { x } from './gone.ts';\nexport const a = x;"]],
    'resolvable',
  ],
  [
    'an app that knows another',
    [
      ['apps/api/a.ts', 'export const a = 1;'],
      ['apps/worker/b.ts', "import { a } from '../api/a.ts';\nexport const b = a;"],
    ],
    'apps-stand-alone',
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

  it.each(SAMPLES)('sees %s', async (_what, files, rule) => {
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
