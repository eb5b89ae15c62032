/** The folders whose compiled specs are run; `web` is the console's. */
const FOLDERS = ['apps', 'bench', 'libs', 'packs', 'scripts', 'test', 'web'];

/**
 * Specs run as they were compiled, in bare Node processes that load each module once: docs/adr/0005-esm-and-jest.md.
 *
 * @type {import('jest').Config}
 */
export default {
  roots: [...FOLDERS.map((folder) => `<rootDir>/dist/${folder}`), '<rootDir>/scripts'],
  testMatch: ['<rootDir>/dist/**/*.spec.js', '<rootDir>/scripts/**/*.spec.mjs'],
  transform: {},
  runner: 'jest-light-runner',
  setupFilesAfterEnv: ['<rootDir>/scripts/jest/setup.mjs'],
  testSequencer: '<rootDir>/scripts/jest/long-first.mjs',
};
