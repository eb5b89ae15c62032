import { FairSlots } from './fair-slots.ts';

describe('slots that orgs share', () => {
  it('alternate between the orgs that wait, each in its own order', async () => {
    const slots = new FairSlots(1, 60_000);
    const started: string[] = [];
    const runs = ['a1', 'a2', 'a3', 'b1', 'c1', 'b2'].map((name) =>
      slots.run(name[0]!, async () => void started.push(name)),
    );
    await Promise.all(runs);
    expect(started).toEqual(['a1', 'a2', 'b1', 'c1', 'a3', 'b2']);
  });

  it('are not all used by one org', async () => {
    const slots = new FairSlots(3, 60_000);
    const held = Promise.withResolvers<void>();
    const started: string[] = [];
    const runs = ['a1', 'a2', 'a3', 'b1'].map((name) =>
      slots.run(name[0]!, () => {
        started.push(name);
        return held.promise;
      }),
    );
    expect(started).toEqual(['a1', 'a2', 'b1']);
    held.resolve();
    await Promise.all(runs);
    expect(started).toEqual(['a1', 'a2', 'b1', 'a3']);
  });

  it('are free again after work that failed', async () => {
    const slots = new FairSlots(2, 60_000);
    const runs = Array.from({ length: 5 }, (_, run) =>
      slots.run('a', () => Promise.reject(new Error(`${run}`))),
    );
    const ends = await Promise.allSettled(runs);
    expect(ends.map(({ status }) => status)).toEqual(Array(5).fill('rejected'));
    await expect(slots.run('b', async () => 'runs')).resolves.toBe('runs');
  });

  it('are refused after the longest wait, and then cost no slot', async () => {
    const slots = new FairSlots(1, 1);
    const held = Promise.withResolvers<string>();
    const holder = slots.run('a', () => held.promise);
    await expect(slots.run('b', async () => 'runs')).rejects.toThrow('No connection of the pool');
    held.resolve('ends');
    await expect(holder).resolves.toBe('ends');
    await expect(slots.run('b', async () => 'runs')).resolves.toBe('runs');
  });

  it('are never more than there are', async () => {
    const slots = new FairSlots(3, 60_000);
    let running = 0;
    const counts: number[] = [];
    const work = async () => {
      counts.push((running += 1));
      await Promise.resolve();
      running -= 1;
    };
    await Promise.all(Array.from({ length: 20 }, (_, run) => slots.run(`org ${run % 4}`, work)));
    expect(counts).toHaveLength(20);
    expect(Math.max(...counts)).toBe(3);
  });
});
