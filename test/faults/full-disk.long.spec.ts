import { describeWith } from '../harness/services.ts';
import { modelFaults, runFaults } from './run/fault-run.ts';

describeWith(['postgres', 'redis', 'disk'], 'a disk that is full again and again', () => {
  it('turns callers away, loses nothing and doubles nothing', async () => {
    const { problems, figures, happened, turnedAway } = await runFaults({
      backend: 'redis',
      turns: 40,
      workers: 2,
      everyMs: 2_000,
      faults: ['full-disk'],
      model: { ...modelFaults(0), hanging: 0 },
      duplicates: 0.1,
      // The disk is full for the first time while messages are still to come.
      pauseMs: 1_000,
      // Each needs pages of its own: a short one may still find room on those that are there.
      noiseBytes: 8_000,
      seed: 3,
    });
    expect(problems).toEqual([]);
    expect(figures.accepted).toBe(40);
    expect(happened['full-disk']).toBeGreaterThan(0);
    expect(turnedAway).toBeGreaterThan(0);
  }, 600_000);
});
