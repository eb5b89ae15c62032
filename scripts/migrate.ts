// npm run migrate: brings the database that DATABASE_URL names to the newest schema.
import { ConfigError, loadConfig } from '#config';
import { migrate } from '#database';
import { migrations } from '../migrations/index.ts';

async function main(): Promise<void> {
  const applied = await migrate(loadConfig().database, migrations);
  console.log(applied.length === 0 ? 'The database is up to date.' : `Applied: ${applied.join(', ')}`);
}

main().catch((error: unknown) => {
  console.error(error instanceof ConfigError ? error.message : error);
  process.exitCode = 1;
});
