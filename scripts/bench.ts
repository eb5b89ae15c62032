// npm run bench -- NAME [options]: runs bench/NAME/index.ts, whose last output is one JSON object.
import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { tellFailure } from './commands/run-command.ts';
import { HelpWanted, UsageError } from './commands/usage.errors.ts';

const folder = path.resolve(import.meta.dirname, '../bench');

async function main(): Promise<void> {
  const name = process.argv[2] ?? '';
  const entry = path.join(folder, name, 'index.js');
  if (!/^[a-z][a-z0-9-]*$/.test(name) || !existsSync(entry)) {
    const known = existsSync(folder)
      ? readdirSync(folder).filter((one) => existsSync(path.join(folder, one, 'index.js')))
      : [];
    const usage = `Usage: npm run bench -- NAME [options]\nBenchmarks: ${known.join(', ') || 'none yet'}`;
    process.exitCode = tellFailure(refusalOf(name, usage));
    return;
  }
  useServicesOf(process.env);
  // The benchmark reads its own options.
  process.argv.splice(1, 2, entry);
  await import(pathToFileURL(entry).href).catch((error: unknown) => {
    process.exitCode = tellFailure(error);
  });
}

function refusalOf(name: string, usage: string): Error {
  if (name === '--help' || name === '-h') return new HelpWanted(usage);
  return new UsageError(name === '' ? usage : `No such benchmark: ${name}\n${usage}`);
}

/**
 * Benchmarks use the test harness, which reads the settings of the tests. `DATABASE_URL` and `REDIS_URL` take precedence:
 * a benchmark creates a database and a key prefix of its own there.
 */
function useServicesOf(environment: NodeJS.ProcessEnv): void {
  const { DATABASE_URL, REDIS_URL } = environment;
  if (DATABASE_URL) environment.TEST_DATABASE_URL = DATABASE_URL;
  if (REDIS_URL) environment.TEST_REDIS_URL = REDIS_URL;
}

await main();
