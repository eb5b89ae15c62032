// npm run migrate: brings the database that DATABASE_URL names to the newest schema.
import { loadConfig } from '#config';
import { migrate } from '#database';
import { migrations } from '../migrations/index.ts';
import { readCommandLine, tellFailure } from './command-line.ts';
import { refuseUnreachable } from './start/reachability.ts';

const USAGE = `npm run migrate
  Brings the database that DATABASE_URL names to the newest schema.`;

async function main(): Promise<void> {
  readCommandLine(USAGE, { options: {} });
  const config = loadConfig();
  await refuseUnreachable(config);
  const applied = await migrate(config.database, migrations);
  console.log(applied.length === 0 ? 'The database is up to date.' : `Applied: ${applied.join(', ')}`);
}

main().catch((error: unknown) => {
  process.exitCode = tellFailure(error);
});
