// The embedded database: one PGlite, served to the apps on the loopback interface. It stops when its parent closes the
// channel or ends. It ignores Ctrl-C, because the apps need it until they have stopped.
import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { PGlite } from '@electric-sql/pglite';
import { vector } from '@electric-sql/pglite-pgvector';
import { PGLiteSocketServer } from '@electric-sql/pglite-socket';
import type { DatabaseMessage } from './embedded-database.ts';
import { endIdleTransactions } from './idle-transactions.ts';
import { isCopyOfHeldLock, takeProcessLock, type ProcessLock } from './process-lock.ts';
import { withWholeExchanges } from './whole-exchanges.ts';

/** Pools of three apps, their queues and pollers. */
const MAX_CONNECTIONS = 100;
/** Time for the database of a killed start to close its files. Two processes on the same files would corrupt them. */
const PREDECESSOR_TIMEOUT_MS = 30_000;
const POLL_MS = 100;

const say = (message: DatabaseMessage) => process.send?.(message);

async function waitForPredecessor(file: string): Promise<ProcessLock> {
  const deadline = performance.now() + PREDECESSOR_TIMEOUT_MS;
  for (;;) {
    const lock = takeProcessLock(file);
    if (!('takenBy' in lock)) return lock;
    if (performance.now() > deadline) throw new Error(`process ${lock.takenBy} still uses the data folder`);
    await delay(POLL_MS);
  }
}

async function serve(folder: string, idleTransactionMs: number): Promise<void> {
  mkdirSync(path.dirname(folder), { recursive: true, mode: 0o700 });
  const file = `${folder}.lock.db`;
  if (isCopyOfHeldLock(file))
    throw new Error(
      `${folder} was copied or moved while npm start ran or after it was killed, and such a copy may not be consistent. ` +
        'Start npm start where the folder was, and stop it before you copy the folder. ' +
        `If there is no other copy, delete ${file}.pid and start again.`,
    );
  const lock = await waitForPredecessor(file);
  const db = await PGlite.create({ dataDir: folder, extensions: { vector } });
  // All connections share this one session.
  await db.exec('SET search_path TO public, bullmq');
  const { served, waitedMs } = withWholeExchanges(db, (error) => {
    console.error(error);
    process.exit(1);
  });
  const server = new PGLiteSocketServer({
    db: served,
    host: '127.0.0.1',
    port: 0,
    maxConnections: MAX_CONNECTIONS,
  });
  await server.start();
  endIdleTransactions(server, waitedMs, idleTransactionMs);

  const stop = async () => {
    await server.stop().catch(() => undefined);
    await db.close();
    lock.release();
    process.exit(0);
  };
  if (!process.connected) return stop();
  process.once('disconnect', () => void stop());
  say({ kind: 'listening', port: Number(server.getServerConn().split(':').at(-1)) });
}

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => undefined);
const [folder = '', idleTransactionMs] = process.argv.slice(2);
serve(folder, Number(idleTransactionMs)).catch((error: unknown) => {
  say({ kind: 'failed', message: error instanceof Error ? error.message : String(error) });
  process.exit(1);
});
