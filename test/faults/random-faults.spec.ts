import { describeWith, isLongRun } from '../harness/services.ts';
import { modelFaults, runFaults } from './run/fault-run.ts';
import type { Fault } from './run/faults.ts';

const TURNS = 84;
/** The faults on each backend. Only one backend gets moved clocks, because they prevent the audit of turn times. */
const faultsOf = {
  postgres: ['database', 'replay', 'clock'],
  redis: ['database', 'redis', 'redis-empty', 'replay'],
} satisfies Record<string, Fault[]>;

/** The short form of `npm run faults`. */
describe.each(isLongRun ? (['postgres', 'redis'] as const) : (['redis'] as const))(
  'random faults while messages are answered (%s)',
  (backend) => {
    describeWith(backend === 'redis' ? ['postgres', 'redis'] : 'postgres', backend, () => {
      it('lose nothing, do nothing twice and keep the order', async () => {
        const { problems, figures, killed, happened } = await runFaults({
          backend,
          turns: TURNS,
          workers: 2,
          kills: { everyMs: 3_000, by: 'ready' },
          everyMs: 1_500,
          faults: faultsOf[backend],
          // A model that hangs has a timeout of two minutes; suites in libs/models cover it.
          model: { ...modelFaults(0.01), hanging: 0 },
          duplicates: 0.1,
          seed: 7,
        });
        expect(problems).toEqual([]);
        expect(figures.accepted).toBe(TURNS);
        expect(killed.worker).toBeGreaterThan(0);
        expect(Object.keys(happened).toSorted()).toEqual(faultsOf[backend].toSorted());
      }, 600_000);
    });
  },
);
