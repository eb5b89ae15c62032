import { describeWith } from '../harness/services.ts';
import { modelFaults, runFaults } from './run/fault-run.ts';

describeWith(['build', 'postgres', 'redis', 'disk'], 'a disk that is full again and again', () => {
  it('loses nothing and doubles nothing', async () => {
    const { problems, figures, happened } = await runFaults({
      backend: 'redis',
      turns: 40,
      workers: 2,
      everyMs: 2_000,
      faults: ['full-disk'],
      model: { ...modelFaults(0), hanging: 0 },
      duplicates: 0.1,
      seed: 3,
    });
    expect(problems).toEqual([]);
    expect(figures.accepted).toBe(40);
    expect(happened['full-disk']).toBeGreaterThan(0);
  }, 600_000);
});
