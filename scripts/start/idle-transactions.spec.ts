import type { PGLiteSocketServer } from '@electric-sql/pglite-socket';
import { endIdleTransactions } from './idle-transactions.ts';

const LIMIT_MS = 1_000;

function serverHeldBy(handlerId: number) {
  const detached: number[] = [];
  const handlers = [7, 8].map((id) => ({ handlerId: id, detach: async () => void detached.push(id) }));
  const server = { handlers: new Set(handlers), queryQueue: { lastHandlerId: handlerId } };
  return { server: server as unknown as PGLiteSocketServer, detached };
}

describe('endIdleTransactions', () => {
  beforeEach(() => jest.useFakeTimers());
  afterEach(() => jest.useRealTimers());

  it('cuts off the connection that keeps the session and says nothing', () => {
    const { server, detached } = serverHeldBy(8);
    endIdleTransactions(server, () => LIMIT_MS, LIMIT_MS);
    jest.advanceTimersToNextTimer(2);
    expect(detached).toEqual([8]);
  });

  it('cuts off nobody whose message was unread only because this process was held up', () => {
    const { server, detached } = serverHeldBy(8);
    let waitedMs = LIMIT_MS * 2;
    endIdleTransactions(server, () => waitedMs, LIMIT_MS);
    jest.advanceTimersToNextTimer();
    waitedMs = 0; // The socket was read after the timer.
    jest.advanceTimersByTime(LIMIT_MS);
    expect(detached).toEqual([]);
  });
});
