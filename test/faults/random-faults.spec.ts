import { describeWith } from '../harness/services.ts';
import { ALL_FAULTS, runFaults } from './run/fault-run.ts';

/** The short form of `npm run faults`. */
describe.each(['postgres', 'redis'] as const)('random faults while messages are answered (%s)', (backend) => {
  describeWith(backend === 'redis' ? ['build', 'postgres', 'redis'] : ['build', 'postgres'], backend, () => {
    it('lose nothing, do nothing twice and keep the order', async () => {
      const { problems, figures, happened } = await runFaults({
        backend,
        turns: 150,
        workers: 2,
        everyMs: 1_000,
        faults: ALL_FAULTS,
        model: { broken: 0.01, refused: 0.01, failed: 0.01, lying: 0.01 },
        duplicates: 0.1,
        seed: 7,
      });
      expect(problems).toEqual([]);
      expect(figures.accepted).toBe(150);
      expect(Object.keys(happened)).not.toEqual([]);
    }, 600_000);
  });
});
