import { Client } from 'pg';
import { TurnpikeError } from '#contracts';
import { isTransientDatabaseError } from './database.errors.ts';

/** A pooler with one session lets the second connection wait, and a server may hang. */
const ANSWER_TIMEOUT_MS = 5_000;

/** `DATABASE_URL` leads to a connection pooler that gives each transaction another session. */
export class NoSessionsError extends TurnpikeError {
  constructor() {
    super(
      'DATABASE_URL leads to a connection pooler in transaction mode. Prepared statements and notifications need a session per ' +
        'connection: use session mode, or connect to PostgreSQL directly.',
      { code: 'DATABASE_POOLER', kind: 'not_configured', audience: 'operator' },
    );
  }
}

/**
 * Checks that a connection keeps its session. A pooler in transaction mode gives the session of an idle connection to the next
 * transaction of another, and a third session to the first.
 *
 * @throws NoSessionsError. An unreachable database is not reported, since processes also start without it.
 */
export async function requireSessions(url: string, timeoutMs = ANSWER_TIMEOUT_MS): Promise<void> {
  const [one, other] = [url, url].map((connectionString) => {
    const timeouts = { connectionTimeoutMillis: timeoutMs, query_timeout: timeoutMs };
    const client = new Client({ connectionString, ...timeouts });
    client.on('error', () => undefined);
    return client;
  }) as [Client, Client];
  const session = async () =>
    (await one.query<{ pid: number }>('SELECT pg_backend_pid() AS pid')).rows[0]?.pid;
  try {
    await Promise.all([one.connect(), other.connect()]);
    const before = await session();
    await other.query('BEGIN');
    await other.query('SELECT 1');
    // A pooler with a single session lets the query wait for the end of the transaction.
    const after = await session().catch((error: unknown) => {
      if (error instanceof Error && error.message === 'Query read timeout') return undefined;
      throw error;
    });
    if (after !== before) throw new NoSessionsError();
  } catch (error) {
    if (!isTransientDatabaseError(error)) throw error;
  } finally {
    await Promise.allSettled([one.end(), other.end()]);
  }
}
