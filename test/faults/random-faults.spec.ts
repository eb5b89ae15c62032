import { describeWith } from '../harness/services.ts';
import { ALL_FAULTS, modelFaults, runFaults, USUAL_FAULTS } from './run/fault-run.ts';

/** The short form of `npm run faults`. */
describe.each(['postgres', 'redis'] as const)('random faults while messages are answered (%s)', (backend) => {
  describeWith(backend === 'redis' ? ['build', 'postgres', 'redis'] : ['build', 'postgres'], backend, () => {
    it('lose nothing, do nothing twice and keep the order', async () => {
      const { problems, figures, happened } = await runFaults({
        backend,
        turns: 150,
        workers: 2,
        everyMs: 1_000,
        // With clocks that jump, what ran before what cannot be told by them.
        faults: backend === 'postgres' ? ALL_FAULTS : USUAL_FAULTS,
        // A model that hangs is waited for two minutes; libs/models has suites of that.
        model: { ...modelFaults(0.01), hanging: 0 },
        duplicates: 0.1,
        seed: 7,
      });
      expect(problems).toEqual([]);
      expect(figures.accepted).toBe(150);
      expect(Object.keys(happened)).not.toEqual([]);
    }, 600_000);
  });
});
