import type { PGLiteSocketServer } from '@electric-sql/pglite-socket';

/** How often per limit it is looked. */
const LOOKS = 4;

/** Of the server's own, which it does not offer: one connection, and which of them has the session. */
interface Connections {
  handlers: Set<{ handlerId: number; detach(close: boolean): Promise<unknown> }>;
  queryQueue: { lastHandlerId: number | null };
}

/**
 * Cuts off a connection that keeps the one session to itself and says nothing, as PostgreSQL does with
 * `idle_in_transaction_session_timeout`: a program that was suspended within a transaction would stop everybody else for
 * as long. Its transaction is rolled back, and its connection closed, so that it cannot go on outside of it.
 *
 * @param waitedMs so long the connection that has the session has said nothing.
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
  // Timers come before sockets: after this process was itself held up, what the connection said may still be unread.
  const look = () => {
    if (isOver()) setImmediate(cut);
  };
  setInterval(look, limitMs / LOOKS).unref();
}
