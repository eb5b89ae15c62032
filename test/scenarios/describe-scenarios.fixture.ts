import type { ScenarioSuite } from '#tools';
import { needsOf } from '../e2e/api.fixture.ts';
import { bothDatabases, type Backend } from '../harness/installation.ts';
import { describeWith } from '../harness/services.ts';
import { recordedUsage, sharesOf } from './recorded-usage.ts';
import { ScenarioRun } from './scenario-run.ts';

const START_TIMEOUT_MS = 240_000;
const TURN_TIMEOUT_MS = 120_000;
/** How far the share of a tier may be from its record before the figure has to be made anew. */
const RECORD_TOLERANCE = 0.2;
const SCENARIO_TIMEOUT_MS = 240_000;

/**
 * One test per scenario of a pack, on the offline model through the api.
 *
 * @param also further ways to run: one pack runs on PostgreSQL without Redis, too.
 */
export function describeScenarios(suite: ScenarioSuite, also: readonly Backend[] = []): void {
  describe.each([...new Set([...bothDatabases, ...also])])(
    `scenarios of ${suite.pack} on the offline model (%s)`,
    (backend) => {
      describeWith(needsOf[backend], backend, () => {
        let run: ScenarioRun;
        beforeAll(async () => {
          run = await ScenarioRun.start(suite, {
            backend,
            judging: 'offline',
            turnTimeoutMs: TURN_TIMEOUT_MS,
          });
        }, START_TIMEOUT_MS);
        afterAll(() => run?.stop(), START_TIMEOUT_MS);

        it.each(suite.scenarios.map((scenario) => [scenario.id, scenario.title, scenario] as const))(
          '%s: %s',
          async (_id, _title, scenario) => {
            const played = await run.play(scenario);
            const wrong = played
              .filter(({ problems }) => problems.length > 0)
              .map(({ step, problems }) => ({ said: step.say, problems }));
            expect(wrong).toEqual([]);
          },
          SCENARIO_TIMEOUT_MS,
        );

        it('share their tokens among the tiers as is recorded for the figure over all packs', async () => {
          const recorded = sharesOf(recordedUsage[suite.pack] ?? []);
          const shares = sharesOf(await run.used());
          for (const [tier, share] of Object.entries(shares))
            expect(Math.abs(share - (recorded[tier] ?? 0))).toBeLessThan(RECORD_TOLERANCE);
        });
      });
    },
  );
}
