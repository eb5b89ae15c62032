import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import process from 'node:process';
import { runProgram } from './lib/processes.mjs';
import { at, CACHE } from './lib/project.mjs';
import { mayNeedBuild } from './lib/test-filters.mjs';
import { filesToRunAgain, passedOnlyAlone, withSecondRun } from './lib/test-outcome.mjs';
import { findTestServices } from './lib/test-services.mjs';

/** What a start of Turnpike on this machine may use, and no test may touch. */
const NOT_FOR_TESTS = [
  'DATABASE_URL',
  'REDIS_URL',
  'EMBEDDED_DATABASE_URL',
  'DATA_DIR',
  'QUEUE_PREFIX',
  'API_PORT',
  'ADMIN_PORT',
];

/** Of the processes that one whole-system suite starts, with their pools. */
const CONNECTIONS_PER_WORKER = 50;

/**
 * `npm test [-- filter …]`: every suite for which the services are there. Without a filter and with `CI=true`, a file or
 * a few that failed beside the others run a second time by themselves, and tests that pass only then are named. Closes
 * with `N passed, N failed`.
 */
export async function test(args, { failedBuild = false } = {}) {
  const services = await findTestServices();
  const missing = services.filter((service) => service.problem);
  for (const { name, problem } of missing) console.log(`${name}: ${problem}`);

  const environment = testEnvironment(services, failedBuild || !mayNeedBuild(args));
  const first = await runJest([`--maxWorkers=${workersFor(services)}`, ...args], environment);
  const isWholeCi = process.env.CI === 'true' && args.length === 0;
  const again = isWholeCi ? filesToRunAgain(first.outcome) : [];
  const last = again.length > 0 ? await runAgain(first, again, environment) : first;
  return close(last.outcome, { code: last.code, failedBuild, missing, filtered: args.length > 0 });
}

async function runJest(options, environment) {
  const report = path.join(CACHE, `test-result.${process.pid}.json`);
  mkdirSync(CACHE, { recursive: true });
  // Without --max-old-space-size: it goes before the limits of threads, which are tested too.
  const jest = [at('node_modules/jest/bin/jest.js'), '--json', `--outputFile=${report}`, '--passWithNoTests'];
  const code = await runProgram(process.execPath, [...jest, ...options], { cwd: at(), env: environment });
  return { code, outcome: readReport(report) };
}

async function runAgain(first, files, environment) {
  console.log(`Running what failed again, by itself: ${files.map(shortName).join(', ')}`);
  const second = await runJest(['--maxWorkers=1', '--runTestsByPath', ...files], environment);
  if (second.outcome === undefined) return first;
  for (const { file, title } of passedOnlyAlone(first.outcome, second.outcome))
    console.log(`flaky: failed beside other tests and passed alone: ${title} (${shortName(file)})`);
  return { code: second.code, outcome: withSecondRun(first.outcome, second.outcome) };
}

function shortName(name) {
  return path.relative(at(), name);
}

/** A suite waits for others a third of its time, so one more than there are cores, as far as PostgreSQL has room. */
function workersFor(services) {
  const { connections } = services.find(({ name }) => name === 'postgres');
  const cores = os.availableParallelism();
  if (connections === undefined) return Math.max(2, cores - 1);
  return Math.max(2, Math.min(cores + 1, Math.floor(connections / CONNECTIONS_PER_WORKER)));
}

function testEnvironment(services, withoutBuild) {
  const environment = { ...process.env, NODE_ENV: 'test' };
  for (const name of NOT_FOR_TESTS) delete environment[name];
  const found = services.filter((service) => !service.problem);
  environment.TEST_SERVICES = [
    ...found.map((service) => service.name),
    ...(withoutBuild ? [] : ['build']),
  ].join(',');
  for (const [name, key] of Object.entries({
    postgres: 'TEST_DATABASE_URL',
    redis: 'TEST_REDIS_URL',
    chromium: 'CHROMIUM_PATH',
  })) {
    const service = found.find((one) => one.name === name);
    if (service) environment[key] = service.where;
  }
  return environment;
}

function readReport(file) {
  if (!existsSync(file)) return undefined;
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } finally {
    rmSync(file, { force: true });
  }
}

/** Says what was skipped and counts: a suite that could not run and a build that failed are failures too. */
function close(outcome, { code, failedBuild, missing, filtered }) {
  for (const suite of outcome?.testResults ?? []) {
    const skipped = suite.assertionResults.filter((result) => result.status === 'pending').length;
    if (skipped > 0) console.log(`skipped: ${skipped} in ${shortName(suite.name)}${reason(suite, missing)}`);
  }
  const passed = outcome?.numPassedTests ?? 0;
  let failed = (outcome?.numFailedTests ?? 0) + (outcome?.numRuntimeErrorTestSuites ?? 0);
  if (failedBuild) {
    console.log(
      filtered
        ? 'The build fails; suites that need it were skipped.'
        : 'The build fails, which counts as one failure.',
    );
    if (!filtered) failed += 1;
  }
  if (failed === 0 && code !== 0) failed = 1;
  console.log(`${passed} passed, ${failed} failed`);
  return failed > 0 ? 1 : 0;
}

function reason(suite, missing) {
  const needed = missing.filter(({ name }) =>
    suite.assertionResults.some((result) => result.ancestorTitles.join(' ').includes(name)),
  );
  return needed.length > 0 ? `, as there is no ${needed.map(({ name }) => name).join(' and no ')}` : '';
}
