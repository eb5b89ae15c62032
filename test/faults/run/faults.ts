import { setTimeout as delay } from 'node:timers/promises';
import { Client } from 'pg';
import type { Dice } from '../../harness/dice.ts';
import type { Installation } from '../../harness/installation.ts';
import type { OwnRedis } from './own-redis.ts';

/** What goes wrong in a run, and how often against the others. */
export const faultWeights = {
  /** A worker is killed with SIGKILL; another takes its place. */
  worker: 14,
  /** The api is killed with SIGKILL; another takes its place on another port. */
  api: 3,
  /** PostgreSQL ends every connection and takes no new one for a moment, as at a restart. */
  database: 2,
  /** Redis is killed and comes back with what it had written to its log. */
  redis: 1,
  /** Redis is killed and comes back empty. */
  'redis-empty': 1,
} as const;
export type Fault = keyof typeof faultWeights;

const DATABASE_AWAY_MS = 1_500;
const REDIS_AWAY_MS = 1_000;

export interface FaultTargets {
  turnpike: Installation;
  /** URL of the PostgreSQL server's maintenance database. */
  serverUrl: string;
  redis: OwnRedis | undefined;
  dice: Dice;
}

/** Makes it happen; resolves when what was taken away is back. */
export async function happen(fault: Fault, targets: FaultTargets): Promise<void> {
  const { turnpike, redis, dice } = targets;
  switch (fault) {
    case 'worker': {
      return turnpike.killAndReplace(dice.pick(turnpike.workers));
    }
    case 'api': {
      const api = turnpike.app('api');
      return api && turnpike.killAndReplace(api);
    }
    case 'database':
      return cutDatabase(targets);
    case 'redis':
      return redis?.killAndRestart({ keepData: true, awayMs: REDIS_AWAY_MS });
    case 'redis-empty':
      return redis?.killAndRestart({ keepData: false, awayMs: REDIS_AWAY_MS });
  }
}

async function cutDatabase({ turnpike, serverUrl }: FaultTargets): Promise<void> {
  const name = new URL(turnpike.database.url).pathname.slice(1);
  const server = new Client({ connectionString: serverUrl });
  await server.connect();
  try {
    await server.query(`ALTER DATABASE "${name}" WITH ALLOW_CONNECTIONS false`);
    await server.query('SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = $1', [name]);
    await delay(DATABASE_AWAY_MS);
  } finally {
    await server.query(`ALTER DATABASE "${name}" WITH ALLOW_CONNECTIONS true`);
    await server.end();
  }
}
