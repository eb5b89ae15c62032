// npm run migrate: brings the database that DATABASE_URL names to the newest schema.
import { loadConfig } from '#config';
import { migrate } from '#database';
import { migrations } from '../migrations/index.ts';
import { migrate as declared } from './commands/database-programs.ts';
import { runCommand } from './commands/run-command.ts';
import { refuseUnreachable } from './start/reachability.ts';

await runCommand(declared, async () => {
  const config = loadConfig();
  await refuseUnreachable(config);
  const applied = await migrate(config.database, migrations);
  return applied.length === 0 ? 'The database is up to date.' : `Applied: ${applied.join(', ')}`;
});
