import { testServerUrl, type TestDatabase } from './test-database.ts';
import { withClient } from './with-client.ts';

/**
 * Runs `work` while PostgreSQL has closed all connections to the database and refuses new ones with an error, as it
 * does while it starts or has too many clients.
 */
export async function whileRefused<Result>(
  { settings }: Pick<TestDatabase, 'settings'>,
  work: () => Promise<Result>,
): Promise<Result> {
  const name = new URL(settings.url).pathname.slice(1);
  return withClient(testServerUrl(), async (server) => {
    try {
      await server.query(`ALTER DATABASE "${name}" WITH ALLOW_CONNECTIONS false`);
      await server.query('SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = $1', [name]);
      return await work();
    } finally {
      await server.query(`ALTER DATABASE "${name}" WITH ALLOW_CONNECTIONS true`);
    }
  });
}
