import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import {
  createPostgresBackend,
  runMigrations,
  setDefaultBackendFactory,
  type ConnectionOptions,
} from 'bullmq';
import { Redis } from 'ioredis';
import { Pool, type Client, type PoolClient } from 'pg';
import type { Config } from '#config';
import { TurnpikeError } from '#contracts';
import { countStatement } from '#database';
import { QueuePoll } from './queue-poll.ts';

/** BullMQ's tables live in a schema of their own. */
const BULLMQ_SCHEMA = 'bullmq';
/** Each worker of a process keeps one connection for LISTEN; short statements share the other connections. */
const POSTGRES_POOL_SIZE = 12;
/** Accepting a message must not wait for an unreachable queue: the sweep enqueues the turn later. */
const REDIS_COMMAND_TIMEOUT_MS = 2_000;
/** Connection timeout at start. The process also starts without Redis. */
const REDIS_CONNECT_TIMEOUT_MS = 3_000;
/** Lifetime of the key that a readiness check writes. */
const READY_KEY_TTL_MS = 60_000;

/** Time for checked-out connections to come back at the end; a worker replaced in an outage can keep its connection. */
const POOL_END_TIMEOUT_MS = 5_000;

/** Poll interval of all workers of a process on the embedded database. */
const EMBEDDED_POLL_MS = 50;

/** The connection of BullMQ to its backend: Redis if `REDIS_URL` is set, otherwise the PostgreSQL database. */
export interface QueueConnection {
  kind: 'redis' | 'postgres';
  /** For queues: commands fail at once while the backend is unreachable. */
  forQueues: ConnectionOptions;
  /** For workers, which wait until the backend is reachable again. */
  forWorkers: ConnectionOptions;
  prefix: string;
  /** On PostgreSQL the prefix is part of the queue's name, because BullMQ ignores the prefix there. */
  queueName(name: string): string;
  /** Rejects if the backend takes no writes, such as a Redis without free memory. */
  requireWrites(): Promise<void>;
  close(): Promise<void>;
}

/** Injection token of the {@link QueueConnection}. */
export const QUEUE_CONNECTION = Symbol('QueueConnection');

/** `REDIS_URL` leads to a node of a Redis Cluster that does not keep the queue's keys, or to a replica. */
class UnfitRedisError extends TurnpikeError {
  constructor(isReplica: boolean) {
    super(
      `REDIS_URL leads to a ${isReplica ? 'read-only replica' : 'Redis Cluster'}, which Turnpike does not support: ` +
        'the queue needs one Redis that keeps all keys and takes writes.',
      { code: isReplica ? 'REDIS_READ_ONLY' : 'REDIS_CLUSTER', kind: 'not_configured', audience: 'operator' },
    );
  }
}

/** Opens the connections to the queue's backend and, on PostgreSQL, brings BullMQ's own tables up to date. */
export async function openQueueConnection(config: Config): Promise<QueueConnection> {
  return config.queue.kind === 'redis'
    ? openRedis(config.queue.url, config.queue.prefix)
    : openPostgres(config);
}

async function openRedis(url: string, prefix: string): Promise<QueueConnection> {
  setDefaultBackendFactory();
  const forQueues = new Redis(url, {
    maxRetriesPerRequest: 1,
    enableOfflineQueue: false,
    commandTimeout: REDIS_COMMAND_TIMEOUT_MS,
    lazyConnect: false,
  });
  const forWorkers = new Redis(url, { maxRetriesPerRequest: null });
  // The failing command reports the error. Without a listener the `error` event would end the process.
  for (const connection of [forQueues, forWorkers]) connection.on('error', () => undefined);
  const late = AbortSignal.timeout(REDIS_CONNECT_TIMEOUT_MS);
  await once(forQueues, 'ready', { signal: late }).catch(() => undefined);
  const requireWrites = async () => {
    await forQueues.set(`{${prefix}}:ready`, '1', 'PX', READY_KEY_TTL_MS);
  };
  await requireFitRedis(requireWrites).catch((error: unknown) => {
    forQueues.disconnect();
    forWorkers.disconnect();
    throw error;
  });
  return {
    kind: 'redis',
    forQueues: forQueues as unknown as ConnectionOptions,
    forWorkers: forWorkers as unknown as ConnectionOptions,
    prefix: `{${prefix}}`,
    queueName: (name) => name,
    requireWrites,
    close: async () => {
      await Promise.allSettled([forQueues.quit(), forWorkers.quit()]);
      forQueues.disconnect();
      forWorkers.disconnect();
    },
  };
}

/**
 * Checks that this Redis takes writes of the queue's keys, which share a hash tag and so a slot of a cluster.
 *
 * @throws UnfitRedisError. An unreachable or full Redis is not reported, since processes also start without it.
 */
async function requireFitRedis(write: () => Promise<void>): Promise<void> {
  const refusal = await write().then(() => '', String);
  const [, unfit] = /\b(MOVED|CLUSTERDOWN|READONLY) /.exec(refusal) ?? [];
  if (unfit) throw new UnfitRedisError(unfit === 'READONLY');
}

async function openPostgres(config: Config): Promise<QueueConnection> {
  const embedded = config.database.kind === 'embedded';
  const pool = new Pool({
    connectionString: config.database.url,
    max: POSTGRES_POOL_SIZE,
    keepAlive: true,
    application_name: 'turnpike-queue',
    // The embedded database ignores this option; its single session has the search path set before use.
    options: `-c search_path=${BULLMQ_SCHEMA}`,
  });
  pool.on('error', () => undefined);
  // Each queue and worker of the catalogue adds a listener, and Node warns of more than ten.
  pool.setMaxListeners(0);
  const clients = new Set<Client>();
  // The clients of a pool are plain clients; only the types hide their `end`.
  pool.on('connect', (client) => clients.add(client as unknown as Client));
  pool.on('remove', (client) => clients.delete(client as unknown as Client));
  pool.on('connect', countStatementsOf);
  // BullMQ does not listen for errors of checked-out clients, and an unhandled `error` event ends the process. The next
  // statement of such a client fails, and the pool removes it.
  pool.on('connect', (client) => client.on('error', () => undefined));
  setDefaultBackendFactory((embedded ? embeddedBackend(pool) : createPostgresBackend) as never);
  await migrateQueue(pool);
  return {
    kind: 'postgres',
    forQueues: pool as unknown as ConnectionOptions,
    forWorkers: pool as unknown as ConnectionOptions,
    prefix: config.queue.prefix,
    queueName: (name) => `${config.queue.prefix}-${name}`,
    // The readiness check of the database covers it.
    requireWrites: async () => undefined,
    close: () => endPool(pool, clients),
  };
}

async function endPool(pool: Pool, clients: ReadonlySet<Client>): Promise<void> {
  const late = delay(POOL_END_TIMEOUT_MS, true, { ref: false });
  if (!(await Promise.race([pool.end(), late]))) return;
  for (const client of clients) void client.end();
}

const READY_QUEUES = `
  SELECT DISTINCT job.queue FROM ${BULLMQ_SCHEMA}.job
   WHERE state = 'waiting' AND NOT EXISTS (
           SELECT 1 FROM ${BULLMQ_SCHEMA}.meta
            WHERE meta.queue = job.queue AND meta.field = 'paused' AND meta.value = '1')
      OR state = 'delayed' AND process_at_ms <= extract(epoch FROM clock_timestamp()) * 1000`;

/**
 * The PostgreSQL backend for a database whose NOTIFY does not cross sessions. One poll covers the queues of all workers;
 * a poll per worker would take a dozen times as many statements.
 */
function embeddedBackend(pool: Pool) {
  const poll = new QueuePoll(async () => {
    const { rows } = await pool.query<{ queue: string }>(READY_QUEUES);
    return rows.map(({ queue }) => queue);
  }, EMBEDDED_POLL_MS);
  return (...given: Parameters<typeof createPostgresBackend>) => {
    const [queue] = given;
    const backend = createPostgresBackend(...given);
    let waits = new AbortController();
    backend.waitForJob = async (timeoutS) =>
      (await poll.wait(queue, timeoutS * 1_000, waits.signal)) ? { member: queue, score: 0 } : null;
    const before =
      <Given extends unknown[], Result>(act: () => void, method: (...given: Given) => Result) =>
      (...given: Given) => {
        act();
        return method(...given);
      };
    const stopWaiting = () => waits.abort();
    backend.disconnectBlocking = before(stopWaiting, backend.disconnectBlocking.bind(backend));
    backend.reconnectBlocking = before(
      () => (waits = new AbortController()),
      backend.reconnectBlocking.bind(backend),
    );
    backend.disconnect = before(stopWaiting, backend.disconnect.bind(backend));
    backend.close = before(stopWaiting, backend.close.bind(backend));
    return backend;
  };
}

/** Adds BullMQ's statements to the statement count of the process. */
function countStatementsOf(client: PoolClient): void {
  const query = client.query.bind(client) as (...parameters: unknown[]) => unknown;
  client.query = ((...parameters: unknown[]) => {
    countStatement();
    return query(...parameters);
  }) as typeof client.query;
}

async function migrateQueue(pool: Pool): Promise<void> {
  const client = await pool.connect();
  try {
    await runMigrations(client as never, BULLMQ_SCHEMA);
  } finally {
    client.release();
  }
}
