import { Client } from 'pg';
import { testServerUrl, type TestDatabase } from './test-database.ts';

/**
 * Runs `work` while PostgreSQL has ended all connections to the database and refuses new ones with an answer, as it does
 * while it starts or is full.
 */
export async function whileRefused<Result>(
  { settings }: TestDatabase,
  work: () => Promise<Result>,
): Promise<Result> {
  const name = new URL(settings.url).pathname.slice(1);
  const server = new Client({ connectionString: testServerUrl() });
  await server.connect();
  try {
    await server.query(`ALTER DATABASE "${name}" WITH ALLOW_CONNECTIONS false`);
    await server.query('SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = $1', [name]);
    return await work();
  } finally {
    await server.query(`ALTER DATABASE "${name}" WITH ALLOW_CONNECTIONS true`);
    await server.end();
  }
}
