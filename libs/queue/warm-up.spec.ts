import { WarmUp } from './warm-up.ts';

describe('the warm-up of a process', () => {
  beforeEach(() => jest.useFakeTimers());
  afterEach(() => jest.useRealTimers());

  /** So many jobs that come at once: how many have begun, and what ends the oldest of them. */
  function jobsOf(warmUp: WarmUp, count: number) {
    const begun: (() => void)[] = [];
    for (let job = 0; job < count; job += 1)
      void warmUp.run(() => new Promise<void>((end) => void begun.push(end)));
    const settled = () => jest.advanceTimersByTimeAsync(0);
    return {
      begun: async () => (await settled(), begun.length),
      endOne: (which: number) => begun[which]?.(),
    };
  }

  it('lets two jobs begin at once, and each end two more', async () => {
    const jobs = jobsOf(new WarmUp(10, 60_000), 8);
    expect(await jobs.begun()).toBe(2);
    jobs.endOne(0);
    expect(await jobs.begun()).toBe(4);
    jobs.endOne(1);
    jobs.endOne(2);
    expect(await jobs.begun()).toBe(8);
  });

  it('lets one more begin every so often where none ends', async () => {
    const jobs = jobsOf(new WarmUp(10, 200), 5);
    expect(await jobs.begun()).toBe(2);
    await jest.advanceTimersByTimeAsync(200);
    expect(await jobs.begun()).toBe(3);
    await jest.advanceTimersByTimeAsync(400);
    expect(await jobs.begun()).toBe(5);
    expect(jest.getTimerCount()).toBe(0);
  });

  it('is over when as many have begun as the process has slots', async () => {
    const warmUp = new WarmUp(3, 200);
    const first = jobsOf(warmUp, 3);
    await jest.advanceTimersByTimeAsync(200);
    expect(await first.begun()).toBe(3);
    expect(await jobsOf(warmUp, 4).begun()).toBe(4);
  });
});
