// npm run bench -- NAME [options]: runs bench/NAME/index.ts, whose last output is one JSON object.
import { globSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { tellFailure } from './commands/run-command.ts';
import { HelpWanted, UsageError } from './commands/usage.errors.ts';

const folder = path.resolve(import.meta.dirname, '../bench');

async function main(): Promise<void> {
  const name = process.argv[2] ?? '';
  const known = globSync('*/index.js', { cwd: folder })
    .map((file) => path.dirname(file))
    .toSorted();
  if (!known.includes(name)) {
    const usage = `Usage: npm run bench -- NAME [options]\nBenchmarks: ${known.join(', ')}`;
    if (name === '--help' || name === '-h') throw new HelpWanted(usage);
    throw new UsageError(name === '' ? usage : `No such benchmark: ${name}\n${usage}`);
  }
  useServicesOf(process.env);
  const entry = path.join(folder, name, 'index.js');
  // The benchmark reads its own options.
  process.argv.splice(1, 2, entry);
  await import(pathToFileURL(entry).href);
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

await main().catch((error: unknown) => {
  process.exitCode = tellFailure(error);
});
