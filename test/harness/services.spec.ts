import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';

/** Runs a suite that needs Redis in a separate Jest process and counts its tests. */
function run(environment: Record<string, string>): { passed: number; failed: number; skipped: number } {
  mkdirSync('test/output', { recursive: true });
  const folder = mkdtempSync(path.resolve('test/output/services-'));
  try {
    const services = pathToFileURL(path.resolve('dist/test/harness/services.js')).href;
    writeFileSync(
      path.join(folder, 'a.spec.mjs'),
      `import { describeWith } from ${JSON.stringify(services)};
       describeWith('redis', 'a suite', () => { it('is run', () => undefined); });`,
    );
    const config = {
      rootDir: folder,
      testMatch: ['**/*.spec.mjs'],
      transform: {},
      runner: 'jest-light-runner',
    };
    const { CI: _ci, TEST_SERVICES: _services, ...rest } = process.env;
    const output = execFileSync(
      process.execPath,
      [
        path.resolve('node_modules/jest/bin/jest.js'),
        '--json',
        '--silent',
        '--config',
        JSON.stringify(config),
      ],
      { env: { ...rest, ...environment }, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] },
    );
    return counted(output);
  } catch (error) {
    return counted((error as { stdout: string }).stdout);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function counted(json: string): { passed: number; failed: number; skipped: number } {
  const report = JSON.parse(json) as {
    numPassedTests: number;
    numFailedTests: number;
    numPendingTests: number;
  };
  return { passed: report.numPassedTests, failed: report.numFailedTests, skipped: report.numPendingTests };
}

describe('describeWith', () => {
  it('runs the suite if its service is available', () => {
    expect(run({ TEST_SERVICES: 'postgres,redis' })).toEqual({ passed: 1, failed: 0, skipped: 0 });
  });

  it('skips the suite if its service is missing', () => {
    expect(run({ TEST_SERVICES: 'postgres' })).toEqual({ passed: 0, failed: 0, skipped: 1 });
  });

  it('fails in CI if the service is missing', () => {
    expect(run({ TEST_SERVICES: 'postgres', CI: 'true' })).toEqual({ passed: 0, failed: 1, skipped: 0 });
  });
});
