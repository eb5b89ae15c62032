import { WarmUp } from './warm-up.ts';

describe('the warm-up of a process', () => {
  beforeEach(() => jest.useFakeTimers());
  afterEach(() => jest.useRealTimers());

  /** Starts the given number of jobs; counts the started jobs and can end one. */
  function jobsOf(warmUp: WarmUp, count: number) {
    const begun: (() => void)[] = [];
    for (let job = 0; job < count; job += 1)
      void warmUp.run(() => new Promise<void>((end) => void begun.push(end)));
    return {
      begun: async () => {
        await jest.advanceTimersByTimeAsync(0);
        return begun.length;
      },
      endOne: (which: number) => begun[which]?.(),
    };
  }

  it('starts two jobs at once, and two more with each job that ends', async () => {
    const jobs = jobsOf(new WarmUp(10), 8);
    expect(await jobs.begun()).toBe(2);
    jobs.endOne(0);
    expect(await jobs.begun()).toBe(4);
    jobs.endOne(1);
    jobs.endOne(2);
    expect(await jobs.begun()).toBe(8);
  });

  it('does not delay consecutive jobs', async () => {
    const warmUp = new WarmUp(20);
    for (let job = 0; job < 30; job += 1) {
      const one = jobsOf(warmUp, 1);
      expect(await one.begun()).toBe(1);
      one.endOne(0);
      await one.begun();
    }
  });

  it.each([20, 1_000])('opens all of %d slots within four seconds where no job ends', async (slots) => {
    const jobs = jobsOf(new WarmUp(slots), slots);
    expect(await jobs.begun()).toBe(2);
    await jest.advanceTimersByTimeAsync(200);
    expect(await jobs.begun()).toBe(2 + slots / 20);
    await jest.advanceTimersByTimeAsync(3_800);
    expect(await jobs.begun()).toBe(slots);
    expect(jest.getTimerCount()).toBe(0);
  });

  it('delays no job with two slots or fewer', async () => {
    expect(await jobsOf(new WarmUp(1), 3).begun()).toBe(3);
    expect(jest.getTimerCount()).toBe(0);
  });
});
