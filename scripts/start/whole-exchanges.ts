import type { PGlite } from '@electric-sql/pglite';

const TERMINATE = 'X'.charCodeAt(0);
/** ReadyForQuery: type `Z`, length 5; a status byte follows. */
const READY_FOR_QUERY = [0x5a, 0, 0, 0, 5];
const READY_BYTES = READY_FOR_QUERY.length + 1;

type Stream = PGlite['execProtocolRawStream'];

export interface WholeExchanges {
  /** The database to hand to the socket server. */
  served: PGlite;
  /** Time for which a connection has held the session in silence; 0 while none does. */
  waitedMs: () => number;
}

/**
 * Gives the one session to one connection for a whole exchange.
 *
 * The server alternates between connections message by message, except while a transaction is open. A statement with
 * parameters is several messages (parse, bind, execute, sync) that share the unnamed statement of the session, so two
 * such statements at once ran each other's text. Here the session counts as "in a transaction" until ReadyForQuery.
 *
 * @param onBroken called when PGlite itself fails, after which the server would wait for ever.
 */
export function withWholeExchanges(db: PGlite, onBroken: (error: unknown) => void): WholeExchanges {
  let inExchange = false;
  let running = 0;
  let lastEnd = performance.now();
  const isHeld = () => inExchange || db.isInTransaction();

  const execProtocolRawStream: Stream = async (message, options) => {
    let end: number[] = [];
    running += 1;
    try {
      await db.execProtocolRawStream(message, {
        ...options,
        onRawData: (data) => {
          end = [...end, ...data.subarray(-READY_BYTES)].slice(-READY_BYTES);
          options.onRawData(data);
        },
      });
    } catch (error) {
      onBroken(error);
      throw error;
    } finally {
      running -= 1;
      lastEnd = performance.now();
    }
    inExchange = message[0] !== TERMINATE && !READY_FOR_QUERY.every((byte, at) => end[at] === byte);
  };

  const exec: PGlite['exec'] = async (sql, options) => {
    // The server rolls back the open transaction of a closed connection, which ends its exchange.
    try {
      return await db.exec(sql, options);
    } finally {
      inExchange = false;
    }
  };

  const overrides: Partial<PGlite> = {
    execProtocolRawStream,
    exec,
    isInTransaction: isHeld,
  };
  const served = new Proxy(db, {
    get: (target, name) => {
      const own: unknown = Reflect.get(overrides, name);
      if (own) return own;
      const value: unknown = Reflect.get(target, name);
      return typeof value === 'function' ? (value as (...values: unknown[]) => unknown).bind(target) : value;
    },
  });
  const waitedMs = () => (isHeld() && running === 0 ? performance.now() - lastEnd : 0);
  return { served, waitedMs };
}
