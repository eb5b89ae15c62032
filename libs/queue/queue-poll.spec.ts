import { QueuePoll } from './queue-poll.ts';

/** Reads that the test completes. */
class Reads {
  readonly asked: ((ready: string[] | Error) => void)[] = [];
  private next = Promise.withResolvers<void>();

  readonly read = () => {
    const { promise, resolve, reject } = Promise.withResolvers<string[]>();
    this.asked.push((ready) => (ready instanceof Error ? reject(ready) : resolve(ready)));
    this.next.resolve();
    return promise;
  };

  /** Completes the next read. */
  async answer(ready: string[] | Error): Promise<void> {
    while (this.asked.length === 0) {
      await this.next.promise;
      this.next = Promise.withResolvers<void>();
    }
    this.asked.shift()?.(ready);
  }
}

const LONG_MS = 240_000;
const { signal } = new AbortController();

describe('the poll of the queues', () => {
  let reads: Reads;
  let poll: QueuePoll;

  beforeEach(() => {
    reads = new Reads();
    poll = new QueuePoll(reads.read, 1);
  });

  it('wakes only the waiters of a queue with work, with one read for all', async () => {
    const ended: string[] = [];
    const waits = ['a', 'b', 'a'].map((queue, index) =>
      poll.wait(queue, LONG_MS, signal).then((isReady) => ended.push(`${queue}${index} ${isReady}`)),
    );
    expect(reads.asked).toHaveLength(1);
    await reads.answer([]);
    await reads.answer(['a', 'c']);
    await Promise.all([waits[0], waits[2]]);
    expect(ended.toSorted()).toEqual(['a0 true', 'a2 true']);
    await reads.answer(['b']);
    await waits[1];
    expect(ended).toContain('b1 true');
  });

  it('continues after a failed read, and restarts with a new waiter', async () => {
    const first = poll.wait('a', LONG_MS, signal);
    await reads.answer(new Error('the database is away'));
    await reads.answer(['a']);
    expect(await first).toBe(true);
    const second = poll.wait('a', LONG_MS, signal);
    await reads.answer(['a']);
    expect(await second).toBe(true);
  });

  it('ends a wait on timeout or abort, and stops polling', async () => {
    const controller = new AbortController();
    const [timed, given] = [poll.wait('a', 1, signal), poll.wait('b', LONG_MS, controller.signal)];
    expect(await timed).toBe(false);
    controller.abort();
    expect(await given).toBe(false);
    await reads.answer(['a', 'b']);
    expect(await poll.wait('a', LONG_MS, controller.signal)).toBe(false);
    expect(reads.asked).toEqual([]);
  });
});
