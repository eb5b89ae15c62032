/** @type {import('jest').Config} */
module.exports = {
  roots: ['<rootDir>/apps', '<rootDir>/libs', '<rootDir>/test', '<rootDir>/bench', '<rootDir>/scripts'],
  testMatch: ['**/*.spec.ts', '**/*.spec.mjs'],
  modulePathIgnorePatterns: ['<rootDir>/dist', '<rootDir>/.cache', '<rootDir>/.data'],
  transform: { '\\.[cm]?[jt]sx?$': '<rootDir>/scripts/jest/transform.cjs' },
  transformIgnorePatterns: [],
  testEnvironmentOptions: { customExportConditions: ['source', 'node', 'require', 'default'] },
  testTimeout: 30_000,
};
