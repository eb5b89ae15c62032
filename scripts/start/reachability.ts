import { Redis } from 'ioredis';
import { Client } from 'pg';
import type { Config } from '#config';
import { StartRefusedError } from './start.errors.ts';

const CONNECT_TIMEOUT_MS = 5_000;

/**
 * Checks that the configured services accept this process, before anything is started.
 *
 * @throws StartRefusedError with one line for each that does not: setting, host and reason, without the password.
 */
export async function refuseUnreachable(config: Config): Promise<void> {
  const { database, queue } = config;
  const problems = await Promise.all([
    database.kind === 'postgres' ? problemOf('DATABASE_URL', database.url, askPostgres) : undefined,
    queue.kind === 'redis' ? problemOf('REDIS_URL', queue.url, askRedis) : undefined,
  ]);
  const found = problems.filter((problem) => problem !== undefined);
  if (found.length > 0) throw new StartRefusedError(found.join('\n'));
}

/** As {@link refuseUnreachable}, for a database that no setting names. */
export async function refuseUnreachableDatabase(name: string, url: string): Promise<void> {
  const problem = await problemOf(name, url, askPostgres);
  if (problem) throw new StartRefusedError(problem);
}

async function problemOf(
  setting: string,
  url: string,
  ask: (url: string) => Promise<void>,
): Promise<string | undefined> {
  try {
    await ask(url);
    return undefined;
  } catch (error) {
    return `${setting}: ${placeOf(url)} ${reasonOf(error, new URL(url).pathname.slice(1))}`;
  }
}

async function askPostgres(connectionString: string): Promise<void> {
  const client = new Client({ connectionString, connectionTimeoutMillis: CONNECT_TIMEOUT_MS });
  // An error after the answer does not matter.
  client.on('error', () => undefined);
  try {
    await client.connect();
    await client.query('SELECT 1');
  } finally {
    await client.end().catch(() => undefined);
  }
}

async function askRedis(url: string): Promise<void> {
  const redis = new Redis(url, {
    lazyConnect: true,
    connectTimeout: CONNECT_TIMEOUT_MS,
    maxRetriesPerRequest: 0,
    retryStrategy: () => null,
  });
  let first: Error | undefined;
  // The event has the reason; the call throws only that the connection is closed.
  redis.on('error', (error: Error) => {
    first ??= error;
  });
  try {
    await redis.connect();
    await redis.ping();
  } catch (error) {
    throw first ?? error;
  } finally {
    redis.disconnect();
  }
}

/** Host, port and database (or number) without the login. */
function placeOf(url: string): string {
  const { host, pathname, searchParams } = new URL(url);
  return `${host || searchParams.get('host') || 'the local socket'}${pathname === '/' ? '' : pathname}`;
}

function reasonOf(error: unknown, database: string): string {
  const { code, message = String(error) } = error as { code?: string; message?: string };
  switch (code) {
    case 'ECONNREFUSED':
      return 'refuses the connection (ECONNREFUSED); is it running?';
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return `has no address (${code}); is the host right?`;
    case '3D000':
      return `does not exist (${message}); create it: createdb ${database}`;
    case '28P01':
    case '28000':
      return `refuses the login (${message}).`;
    case undefined:
      return `cannot be used (${message}).`;
    default:
      return `cannot be used (${code}: ${message}).`;
  }
}
