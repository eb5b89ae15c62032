import { TOOL_SEARCH, type ExpectedCall, type ScenarioStep, type ScenarioSuite } from '#tools';
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

        playsEach(suite, () => run);

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

/**
 * As {@link describeScenarios}, with what the broker leaves of the tools: no scenario fails because of it.
 *
 * @param without ids of those that are about what is offered without the broker.
 */
export function describeEnforced(suite: ScenarioSuite, without: readonly string[] = []): void {
  describeWith(needsOf.redis, `scenarios of ${suite.pack} while the broker enforces`, () => {
    let run: ScenarioRun;
    beforeAll(async () => {
      run = await ScenarioRun.start(suite, {
        backend: 'redis',
        judging: 'offline',
        turnTimeoutMs: TURN_TIMEOUT_MS,
        broker: 'enforce',
      });
    }, START_TIMEOUT_MS);
    afterAll(() => run?.stop(), START_TIMEOUT_MS);

    playsEach(withoutSearches(suite, without), () => run);

    it('were all offered what the broker chose', async () => {
      const decided = `SELECT DISTINCT d.mode FROM broker_decisions d JOIN orgs o ON o.id = d.org_id WHERE o.slug = $1`;
      expect(await run.rows(decided, [suite.org])).toEqual([{ mode: 'enforce' }]);
    });
  });
}

/** What the broker has offered need not be searched for. */
function withoutSearches(suite: ScenarioSuite, without: readonly string[]): ScenarioSuite {
  const optional = (call: ExpectedCall) => (call.tool === TOOL_SEARCH ? { ...call, optional: true } : call);
  const steps = (of: ScenarioStep[]) =>
    of.map((step) => ({
      ...step,
      expect: { ...step.expect, ...(step.expect.calls && { calls: step.expect.calls.map(optional) }) },
    }));
  const scenarios = suite.scenarios.filter(({ id }) => !without.includes(id));
  return { ...suite, scenarios: scenarios.map((one) => ({ ...one, steps: steps(one.steps) })) };
}

function playsEach(suite: ScenarioSuite, run: () => ScenarioRun): void {
  it.each(suite.scenarios.map((scenario) => [scenario.id, scenario.title, scenario] as const))(
    '%s: %s',
    async (_id, _title, scenario) => {
      const played = await run().play(scenario);
      const wrong = played
        .filter(({ problems }) => problems.length > 0)
        .map(({ step, problems }) => ({ said: step.say, problems }));
      expect(wrong).toEqual([]);
    },
    SCENARIO_TIMEOUT_MS,
  );
}
