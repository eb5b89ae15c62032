import { describeWith } from '../harness/services.ts';
import { modelFaults, runFaults } from './run/fault-run.ts';

describeWith(['postgres', 'redis', 'disk'], 'a disk that is full again and again', () => {
  it('refuses messages, loses nothing and duplicates nothing', async () => {
    const { problems, figures, happened, turnedAway } = await runFaults({
      backend: 'redis',
      turns: 40,
      workers: 2,
      everyMs: 2_000,
      faults: ['full-disk'],
      model: { ...modelFaults(0), hanging: 0 },
      duplicates: 0.1,
      // The disk is full for the first time while messages are still being sent.
      pauseMs: 1_000,
      // Each message needs new pages: a short one may still fit into existing pages.
      noiseBytes: 8_000,
      seed: 3,
    });
    expect(problems).toEqual([]);
    expect(figures.accepted).toBe(40);
    expect(happened['full-disk']).toBeGreaterThan(0);
    expect(turnedAway).toBeGreaterThan(0);
  }, 600_000);
});
