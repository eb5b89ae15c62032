import { AT_ONCE, runInRounds } from './run-in-rounds.ts';

describe('work of many items', () => {
  const items = Array.from({ length: 2 * AT_ONCE + 1 }, (_, item) => item);

  it('runs in rounds and returns the results in order', async () => {
    let running = 0;
    let most = 0;
    const results = await runInRounds(items, async (item) => {
      running += 1;
      most = Math.max(most, running);
      // The first item of each round ends last.
      for (let tick = item % AT_ONCE; tick < AT_ONCE; tick += 1) await Promise.resolve();
      running -= 1;
      return -item;
    });
    expect(most).toBe(AT_ONCE);
    expect(results).toEqual(items.map((item) => -item));
  });

  it('starts no round after a failure', async () => {
    const begun: number[] = [];
    const work = runInRounds(items, async (item) => {
      begun.push(item);
      if (item === 1) throw new Error('no');
    });
    await expect(work).rejects.toThrow('no');
    expect(begun).toHaveLength(AT_ONCE);
  });
});
