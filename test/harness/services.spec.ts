import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';

/** Runs a suite that needs Redis in a separate Jest process. */
function run(environment: Record<string, string>) {
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
        `--config=${JSON.stringify(config)}`,
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

function counted(json: string) {
  const report = JSON.parse(json) as Record<string, number>;
  return { passed: report.numPassedTests, failed: report.numFailedTests, skipped: report.numPendingTests };
}

it.each([
  ['runs the suite if its service is available', { TEST_SERVICES: 'postgres,redis' }, [1, 0, 0]],
  ['skips the suite if its service is missing', { TEST_SERVICES: 'postgres' }, [0, 0, 1]],
  ['fails in CI if the service is missing', { TEST_SERVICES: 'postgres', CI: 'true' }, [0, 1, 0]],
] as const)('describeWith %s', (_, environment, [passed, failed, skipped]) => {
  expect(run(environment)).toEqual({ passed, failed, skipped });
});
