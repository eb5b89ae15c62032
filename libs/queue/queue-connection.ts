import { once } from 'node:events';
import {
  createPostgresBackend,
  runMigrations,
  setDefaultBackendFactory,
  type ConnectionOptions,
} from 'bullmq';
import { Redis } from 'ioredis';
import { Pool, type PoolClient } from 'pg';
import type { Config } from '#config';
import { countStatement } from '#database';
import { QueuePoll } from './queue-poll.ts';

/** BullMQ's tables live in a schema of their own. */
const BULLMQ_SCHEMA = 'bullmq';
/** Each worker of a process keeps one connection for LISTEN; the rest is shared by short statements. */
const POSTGRES_POOL_SIZE = 12;
/** An acceptance must not wait for a queue that is away: the sweeper enqueues the turn later. */
const REDIS_COMMAND_TIMEOUT_MS = 2_000;
/** At start, the connection is given this long; without Redis the process starts all the same. */
const REDIS_CONNECT_TIMEOUT_MS = 3_000;

/** How often the workers of a process ask the embedded database for jobs. */
const EMBEDDED_POLL_MS = 50;

/** How BullMQ reaches its backend. `REDIS_URL` decides: set, it is Redis, otherwise the one PostgreSQL. */
export interface QueueConnection {
  kind: 'redis' | 'postgres';
  /** For queues: commands fail fast while the backend is away. */
  forQueues: ConnectionOptions;
  /** For workers: they wait for the backend to come back. */
  forWorkers: ConnectionOptions;
  prefix: string;
  /** On PostgreSQL the prefix is part of the queue's name, since BullMQ ignores it there. */
  queueName(name: string): string;
  close(): Promise<void>;
}

/** Injection token of the {@link QueueConnection}. */
export const QUEUE_CONNECTION = Symbol('QueueConnection');

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
  // Errors are reported where a command fails; without a listener ioredis would end the process instead.
  for (const connection of [forQueues, forWorkers]) connection.on('error', () => undefined);
  await readyOrLate(forQueues);
  return {
    kind: 'redis',
    forQueues: forQueues as unknown as ConnectionOptions,
    forWorkers: forWorkers as unknown as ConnectionOptions,
    prefix: `{${prefix}}`,
    queueName: (name) => name,
    close: async () => {
      await Promise.allSettled([forQueues.quit(), forWorkers.quit()]);
      forQueues.disconnect();
      forWorkers.disconnect();
    },
  };
}

async function readyOrLate(connection: Redis): Promise<void> {
  const late = AbortSignal.timeout(REDIS_CONNECT_TIMEOUT_MS);
  await once(connection, 'ready', { signal: late }).catch(() => undefined);
}

async function openPostgres(config: Config): Promise<QueueConnection> {
  const embedded = config.database.kind === 'embedded';
  const pool = new Pool({
    connectionString: config.database.url,
    max: POSTGRES_POOL_SIZE,
    keepAlive: true,
    application_name: 'turnpike-queue',
    // The embedded database ignores this; its one session has the search path set before it is served.
    options: `-c search_path=${BULLMQ_SCHEMA}`,
  });
  pool.on('error', () => undefined);
  // Each queue and worker of the catalogue listens, too, and Node warns of more than ten.
  pool.setMaxListeners(0);
  pool.on('connect', countStatementsOf);
  // BullMQ does not listen to those that it has taken out, and an error that nobody hears ends the process. Their next
  // statement fails with it, and the pool lets go of them.
  pool.on('connect', (client) => client.on('error', () => undefined));
  setDefaultBackendFactory((embedded ? embeddedBackend(pool) : createPostgresBackend) as never);
  await migrateQueue(pool);
  return {
    kind: 'postgres',
    forQueues: pool as unknown as ConnectionOptions,
    forWorkers: pool as unknown as ConnectionOptions,
    prefix: config.queue.prefix,
    queueName: (name) => `${config.queue.prefix}-${name}`,
    close: () => pool.end(),
  };
}

const READY_QUEUES = `
  SELECT DISTINCT job.queue FROM ${BULLMQ_SCHEMA}.job
   WHERE state = 'waiting' AND NOT EXISTS (
           SELECT 1 FROM ${BULLMQ_SCHEMA}.meta
            WHERE meta.queue = job.queue AND meta.field = 'paused' AND meta.value = '1')
      OR state = 'delayed' AND process_at_ms <= extract(epoch FROM clock_timestamp()) * 1000`;

/**
 * The backend of PostgreSQL for a database whose NOTIFY crosses no sessions. Each worker would have to ask for its queue
 * by itself, a dozen times as many statements as one that asks for all of them.
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
    const [interrupt, resume] = [
      backend.disconnectBlocking.bind(backend),
      backend.reconnectBlocking.bind(backend),
    ];
    const [disconnect, close] = [backend.disconnect.bind(backend), backend.close.bind(backend)];
    backend.disconnectBlocking = (wait) => {
      waits.abort();
      return interrupt(wait);
    };
    backend.reconnectBlocking = () => {
      waits = new AbortController();
      return resume();
    };
    backend.disconnect = () => {
      waits.abort();
      return disconnect();
    };
    backend.close = (force) => {
      waits.abort();
      return close(force);
    };
    return backend;
  };
}

/** BullMQ's statements are statements of this process like any other. */
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
