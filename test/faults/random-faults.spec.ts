import { describeWith } from '../harness/services.ts';
import { modelFaults, runFaults } from './run/fault-run.ts';

/** The short form of `npm run faults`. */
describe.each(['postgres', 'redis'] as const)('random faults while messages are answered (%s)', (backend) => {
  describeWith(backend === 'redis' ? ['build', 'postgres', 'redis'] : ['build', 'postgres'], backend, () => {
    it('lose nothing, do nothing twice and keep the order', async () => {
      const { problems, figures, killed, happened } = await runFaults({
        backend,
        turns: 120,
        workers: 2,
        kills: { everyMs: 3_000, by: 'ready' },
        everyMs: 4_000,
        faults: ['database', 'redis', 'redis-empty'],
        // A model that hangs is waited for two minutes; libs/models has suites of that.
        model: { ...modelFaults(0.01), hanging: 0 },
        duplicates: 0.1,
        seed: 7,
      });
      expect(problems).toEqual([]);
      expect(figures.accepted).toBe(120);
      expect(killed.worker).toBeGreaterThan(0);
      expect(Object.keys(happened)).not.toEqual([]);
    }, 600_000);
  });
});
