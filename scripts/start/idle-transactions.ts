import type { PGLiteSocketServer } from '@electric-sql/pglite-socket';

/** Checks per time limit. */
const LOOKS = 4;

/** Private parts of the server: its connections, and the one that has the session. */
interface Connections {
  handlers: Set<{ handlerId: number; detach(close: boolean): Promise<unknown> }>;
  queryQueue: { lastHandlerId: number | null };
}

/**
 * Closes a connection that holds the one session and is silent, as PostgreSQL does with
 * `idle_in_transaction_session_timeout`: a program that is suspended within a transaction would block all others. Its
 * transaction is rolled back.
 *
 * @param waitedMs time for which the connection that has the session has been silent.
 */
export function endIdleTransactions(
  server: PGLiteSocketServer,
  waitedMs: () => number,
  limitMs: number,
): void {
  const { handlers, queryQueue } = server as unknown as Connections;
  const isOver = () => waitedMs() >= limitMs;
  const cut = () => {
    if (!isOver()) return;
    const holder = [...handlers].find(({ handlerId }) => handlerId === queryQueue.lastHandlerId);
    void holder?.detach(true);
  };
  // Timers run before sockets: after a pause of this process, a message of the connection may still be unread.
  const look = () => {
    if (isOver()) setImmediate(cut);
  };
  setInterval(look, limitMs / LOOKS).unref();
}
