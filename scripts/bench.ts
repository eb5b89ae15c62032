// npm run bench -- NAME [options]: runs bench/NAME/index.ts, whose last output is one JSON object.
import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { tellFailure, UsageWanted } from './command-line.ts';
import { StartRefusedError } from './start/start.errors.ts';

const folder = path.resolve(import.meta.dirname, '../bench');

async function main(): Promise<void> {
  const name = process.argv[2] ?? '';
  const entry = path.join(folder, name, 'index.js');
  if (!/^[a-z][a-z0-9-]*$/.test(name) || !existsSync(entry)) {
    const known = existsSync(folder)
      ? readdirSync(folder).filter((one) => existsSync(path.join(folder, one, 'index.js')))
      : [];
    const usage = `npm run bench -- NAME [options]\nBenchmarks: ${known.join(', ') || 'none yet'}`;
    process.exitCode = tellFailure(refusalOf(name, usage));
    return;
  }
  useServicesOf(process.env);
  // The benchmark reads its own options from where a program's begin.
  process.argv.splice(1, 2, entry);
  await import(pathToFileURL(entry).href).catch((error: unknown) => {
    process.exitCode = tellFailure(error);
  });
}

function refusalOf(name: string, usage: string): Error {
  if (name === '--help' || name === '-h') return new UsageWanted(usage);
  return new StartRefusedError(name === '' ? usage : `No such benchmark: ${name}\n${usage}`);
}

/**
 * Benchmarks and tests start installations by one harness, which takes services by the names of the tests. `DATABASE_URL` and
 * `REDIS_URL` go before them: a benchmark makes a database and a key prefix of its own there.
 */
function useServicesOf(environment: NodeJS.ProcessEnv): void {
  const { DATABASE_URL, REDIS_URL } = environment;
  if (DATABASE_URL) environment.TEST_DATABASE_URL = DATABASE_URL;
  if (REDIS_URL) environment.TEST_REDIS_URL = REDIS_URL;
}

await main();
