import { setTimeout as delay } from 'node:timers/promises';
import { Redis } from 'ioredis';
import { Client } from 'pg';
import type { Config } from '#config';
import { obstacles, startLockIn } from './obstacles.ts';
import { isLeftByCrash } from './process-lock.ts';
import { StartRefusedError } from './start.errors.ts';

const CONNECT_TIMEOUT_MS = 5_000;
const POLL_MS = 250;
/** The apps of a killed start need this long to end. */
const WAIT_AFTER_CRASH_MS = 10_000;

/**
 * Checks that the configured services accept this process, before anything is started.
 *
 * @throws StartRefusedError with one line for each that does not: setting, host and reason, without the password.
 */
export async function refuseUnreachable(config: Config): Promise<void> {
  refuse(await unreachable(config));
}

/**
 * Checks the services, the data folder and the ports of a start. After a crash it waits for the apps of the killed start.
 *
 * @param given the settings that the message repeats.
 * @throws StartRefusedError that names every obstacle and how to start beside them.
 */
export async function refuseObstacles(config: Config, given: NodeJS.ProcessEnv): Promise<void> {
  const { environment } = config;
  const deadline =
    performance.now() + (isLeftByCrash(startLockIn(environment.DATA_DIR)) ? WAIT_AFTER_CRASH_MS : 0);
  const services = await unreachable(config);
  for (;;) {
    const places = await obstacles(environment, given);
    if (services.length > 0 || performance.now() >= deadline) return refuse([...services, ...places]);
    if (places.length === 0) return;
    await delay(POLL_MS);
  }
}

function refuse(problems: readonly string[]): void {
  if (problems.length > 0) throw new StartRefusedError(problems.join('\n'));
}

async function unreachable({ database, queue }: Config): Promise<string[]> {
  const problems = await Promise.all([
    database.kind === 'postgres' ? problemOf('DATABASE_URL', database.url, askPostgres) : undefined,
    queue.kind === 'redis' ? problemOf('REDIS_URL', queue.url, askRedis) : undefined,
  ]);
  return problems.filter((problem) => problem !== undefined);
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
