import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { completeLockFile } from '../complete-lock-file.mjs';
import { nodeIsRecent } from './node-runtime.mjs';
import { packagesMatchLockFile } from './packages.mjs';

describe('packages of the lock file', () => {
  let root;
  const write = (file, packages) => {
    mkdirSync(path.dirname(path.join(root, file)), { recursive: true });
    writeFileSync(path.join(root, file), JSON.stringify({ packages }));
  };
  const wanted = {
    '': { name: 'turnpike' },
    'node_modules/a': { version: '1.0.0' },
    'node_modules/b-darwin-arm64': { version: '2.0.0', optional: true },
  };

  beforeEach(() => {
    root = mkdtempSync(path.join(os.tmpdir(), 'turnpike-packages-'));
    write('package-lock.json', wanted);
  });
  afterEach(() => rmSync(root, { recursive: true, force: true }));

  it('are not there before the first installation, nor after an interrupted one', () => {
    expect(packagesMatchLockFile(root)).toBe(false);
    mkdirSync(path.join(root, 'node_modules/a'), { recursive: true });
    expect(packagesMatchLockFile(root)).toBe(false);
  });

  it('are there with every version as wanted; what is for another platform may be missing', () => {
    write('node_modules/.package-lock.json', { 'node_modules/a': { version: '1.0.0' } });
    expect(packagesMatchLockFile(root)).toBe(true);
  });

  it('are out of date with another version, or with one missing', () => {
    write('node_modules/.package-lock.json', { 'node_modules/a': { version: '1.0.1' } });
    expect(packagesMatchLockFile(root)).toBe(false);
    write('node_modules/.package-lock.json', { 'node_modules/c': { version: '1.0.0' } });
    expect(packagesMatchLockFile(root)).toBe(false);
  });
});

describe('a lock file that lacks packages of other platforms', () => {
  it('is completed with the exact versions that their parent wants', () => {
    const lock = {
      lockfileVersion: 3,
      packages: {
        'node_modules/tool': {
          version: '3.1.0',
          dev: true,
          optionalDependencies: {
            '@tool/darwin-arm64': '3.1.0',
            '@tool/linux-x64-musl': '3.1.0',
            '@tool/linux-x64-gnu': '3.1.0',
            'tool-extra': '^1.0.0',
          },
        },
        'node_modules/tool/node_modules/@tool/linux-x64-gnu': { version: '3.1.0', optional: true },
      },
    };
    const { packages } = completeLockFile(lock);
    expect(packages['node_modules/@tool/darwin-arm64']).toEqual({
      version: '3.1.0',
      cpu: ['arm64'],
      os: ['darwin'],
      dev: true,
      optional: true,
    });
    expect(packages['node_modules/@tool/linux-x64-musl']).toMatchObject({
      cpu: ['x64'],
      libc: ['musl'],
      os: ['linux'],
    });
    expect(Object.keys(packages)).toHaveLength(4);
    expect(completeLockFile({ packages })).toEqual({ packages });
  });
});

describe('the Node of the machine', () => {
  it.each([
    ['18.20.4', false],
    ['20.20.2', false],
    ['22.17.1', false],
    ['22.18.0', true],
    ['24.21.0', true],
  ])('%s is recent enough: %s', (version, recent) => expect(nodeIsRecent(version)).toBe(recent));
});
