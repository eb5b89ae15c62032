import { ShortLivedCache } from './short-lived-cache.ts';

describe('ShortLivedCache', () => {
  let nowMs = 0;
  const recent = (maxEntries = 10) => new ShortLivedCache<number>(100, maxEntries, () => nowMs);

  beforeEach(() => {
    nowMs = 0;
  });

  it('queries once for a burst, and again when the answer has expired', async () => {
    const cache = recent();
    const ask = jest.fn(async () => 1);
    await Promise.all([cache.get('a', ask), cache.get('a', ask), cache.get('a', ask)]);
    expect(ask).toHaveBeenCalledTimes(1);
    nowMs = 99;
    await cache.get('a', ask);
    expect(ask).toHaveBeenCalledTimes(1);
    nowMs = 100;
    await cache.get('a', ask);
    expect(ask).toHaveBeenCalledTimes(2);
  });

  it('counts the age from the start of the query, not from its answer', async () => {
    const cache = recent();
    let answer: (value: number) => void = () => undefined;
    const slow = cache.get('a', () => new Promise<number>((resolve) => (answer = resolve)));
    nowMs = 90;
    answer(1);
    await slow;
    nowMs = 110;
    await expect(cache.get('a', async () => 2)).resolves.toBe(2);
  });

  it('does not cache errors', async () => {
    const cache = recent();
    await expect(cache.get('a', async () => Promise.reject(new Error('away')))).rejects.toThrow('away');
    await expect(cache.get('a', async () => 2)).resolves.toBe(2);
  });

  it('does not cache an answer that was invalidated during its query', async () => {
    const cache = recent();
    let answer: (value: number) => void = () => undefined;
    const stale = cache.get('a', () => new Promise<number>((resolve) => (answer = resolve)));
    cache.forget('a');
    answer(1);
    await stale;
    await expect(cache.get('a', async () => 2)).resolves.toBe(2);
  });

  it('evicts the oldest entry when full', async () => {
    const cache = recent(2);
    for (const key of ['a', 'b', 'c']) await cache.get(key, async () => 1);
    const ask = jest.fn(async () => 2);
    await cache.get('b', ask);
    expect(ask).not.toHaveBeenCalled();
    await cache.get('a', ask);
    expect(ask).toHaveBeenCalledTimes(1);
  });
});
