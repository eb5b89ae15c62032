// npm run migrate: brings the database that DATABASE_URL names to the newest schema.
import { loadConfig } from '#config';
import { isForeseen } from '#contracts';
import { migrate } from '#database';
import { migrations } from '../migrations/index.ts';
import { refuseUnreachable } from './start/reachability.ts';

async function main(): Promise<void> {
  const config = loadConfig();
  await refuseUnreachable(config);
  const applied = await migrate(config.database, migrations);
  console.log(applied.length === 0 ? 'The database is up to date.' : `Applied: ${applied.join(', ')}`);
}

main().catch((error: unknown) => {
  console.error(isForeseen(error) ? error.message : error);
  process.exitCode = 1;
});
