import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import process from 'node:process';
import { compiledFilter, sourceOf } from './jest/compiled.mjs';
import { record } from './jest/timings.mjs';
import { runProgram } from './lib/processes.mjs';
import { at, CACHE } from './lib/project.mjs';
import { findTestServices } from './lib/test-services.mjs';

/** Resources that a running Turnpike may use and tests must not touch. */
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
const SLOWEST_SHOWN = 10;
const RECORD_FLAG = '--record';

/**
 * `npm test [-- FILTER …]`: every suite for which the services are there, `long` with all that takes hours. A filter is
 * part of a source's path; options go to Jest. `--record` keeps how long each suite took, for the order of later runs.
 * Closes with `N passed, N failed`.
 */
export async function test(args, { long = false } = {}) {
  const services = await findTestServices();
  const missing = services.filter((service) => service.problem);
  for (const { name, problem } of missing) console.log(`${name}: ${problem}`);

  const options = args.filter((arg) => arg !== RECORD_FLAG).map(compiledFilter);
  const environment = testEnvironment(services, long);
  const { code, outcome } = await runJest(
    [
      ...(long ? [] : ['--testPathIgnorePatterns=\\.long\\.spec\\.']),
      `--maxWorkers=${workersFor(services)}`,
      ...options,
    ],
    environment,
  );
  const suites = bySeconds(outcome);
  for (const { file, seconds } of suites.slice(0, SLOWEST_SHOWN))
    console.log(`${seconds.toFixed(1).padStart(6)} s  ${sourceOf(file)}`);
  if (args.includes(RECORD_FLAG)) record(suites);
  return close(outcome, code, missing);
}

async function runJest(options, environment) {
  const report = path.join(CACHE, `test-result.${process.pid}.json`);
  mkdirSync(CACHE, { recursive: true });
  // Without --max-old-space-size: it goes before the limits of threads, which are tested too.
  const jest = [at('node_modules/jest/bin/jest.js'), '--json', `--outputFile=${report}`];
  const code = await runProgram(process.execPath, [...jest, ...options], { cwd: at(), env: environment });
  return { code, outcome: readReport(report) };
}

/** A suite waits for others a third of its time, so one more than there are cores, as far as PostgreSQL has room. */
function workersFor(services) {
  const { connections } = services.find(({ name }) => name === 'postgres');
  const cores = os.availableParallelism();
  if (connections === undefined) return Math.max(2, cores - 1);
  return Math.max(2, Math.min(cores + 1, Math.floor(connections / CONNECTIONS_PER_WORKER)));
}

function testEnvironment(services, long) {
  const environment = { ...process.env, NODE_ENV: 'test' };
  for (const name of NOT_FOR_TESTS) delete environment[name];
  const found = services.filter((service) => !service.problem);
  environment.TEST_SERVICES = found.map((service) => service.name).join(',');
  if (long) environment.TEST_LONG = '1';
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

function bySeconds(outcome) {
  return (outcome?.testResults ?? [])
    .map(({ name, startTime, endTime }) => ({ file: name, seconds: (endTime - startTime) / 1_000 }))
    .toSorted((a, b) => b.seconds - a.seconds);
}

/** Reports skipped suites and totals. A suite that could not run counts as failed. */
function close(outcome, code, missing) {
  for (const { name, assertionResults } of outcome?.testResults ?? []) {
    const skipped = assertionResults.filter((result) => result.status === 'pending');
    if (skipped.length > 0) console.log(`skipped in ${sourceOf(name)}${reason(skipped, missing)}`);
  }
  const passed = outcome?.numPassedTests ?? 0;
  let failed = (outcome?.numFailedTests ?? 0) + (outcome?.numRuntimeErrorTestSuites ?? 0);
  if (failed === 0 && code !== 0) failed = 1;
  console.log(`${passed} passed, ${failed} failed`);
  return failed > 0 ? 1 : 0;
}

function reason(skipped, missing) {
  const titles = skipped.map(({ ancestorTitles, title }) => [...ancestorTitles, title].join(' ')).join(' ');
  const needed = missing.filter(({ name }) => titles.includes(name)).map(({ name }) => name);
  return needed.length > 0 ? `, as there is no ${needed.join(' and no ')}` : '';
}
