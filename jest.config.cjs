/** @type {import('jest').Config} */
module.exports = {
  roots: ['<rootDir>/apps', '<rootDir>/libs', '<rootDir>/packs', '<rootDir>/test', '<rootDir>/bench', '<rootDir>/scripts'],
  testMatch: ['**/*.spec.ts', '**/*.spec.mjs'],
  modulePathIgnorePatterns: ['<rootDir>/dist', '<rootDir>/.cache', '<rootDir>/.data'],
  transform: { '\\.[cm]?[jt]sx?$': '<rootDir>/scripts/jest/transform.cjs' },
  transformIgnorePatterns: [],
  // Two packages that ship their sources under the condition by which ours are found.
  moduleNameMapper: {
    '^eventsource$': '<rootDir>/node_modules/eventsource/dist/index.cjs',
    '^eventsource-parser$': '<rootDir>/node_modules/eventsource-parser/dist/index.cjs',
    '^eventsource-parser/stream$': '<rootDir>/node_modules/eventsource-parser/dist/stream.cjs',
  },
  testEnvironmentOptions: { customExportConditions: ['source', 'node', 'require', 'default'] },
  testSequencer: '<rootDir>/scripts/jest/whole-system-first.cjs',
  testTimeout: 480_000,
};
