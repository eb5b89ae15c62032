import { TOOL_SEARCH } from '#tools';
import { type ExpectedCall, type ScenarioStep, type ScenarioSuite } from '#pack-kit';
import { needsOf } from '../e2e/api.fixture.ts';
import type { Backend } from '../harness/installation.ts';
import { describeWith, isLongRun } from '../harness/services.ts';
import { recordedUsage, sharesOf } from './recorded-usage.ts';
import { ScenarioRun } from './scenario-run.ts';

const TURN_TIMEOUT_MS = 120_000;
/** Maximum deviation of a tier's share from its recorded share, before the record has to be made anew. */
const RECORD_TOLERANCE = 0.2;

/** One configuration in which the scenarios of a suite run. */
interface Way {
  backend: Backend;
  /** The model receives only the tools that the broker chose; every scenario must still pass. */
  enforced: boolean;
}

/** The number of scenarios of a pack that `npm test` runs in each further configuration. */
const SLICE = 4;

/**
 * One test per scenario of a pack, on the offline model through the API: all scenarios with all tools on PostgreSQL and
 * Redis; some with the broker's tools on the embedded database. A long run runs all scenarios in every configuration.
 *
 * @param withoutBroker ids of scenarios about tools offered without the broker
 */
export function describeScenarios(suite: ScenarioSuite, withoutBroker: readonly string[] = []): void {
  const part = isLongRun ? suite : sliceOf(suite);
  describePlayed(suite, { backend: 'redis', enforced: false });
  describePlayed(withoutSearches(part, withoutBroker), { backend: 'embedded', enforced: true });
  if (!isLongRun) return;
  describePlayed(suite, { backend: 'postgres', enforced: false });
  describePlayed(withoutSearches(suite, withoutBroker), { backend: 'redis', enforced: true });
}

/** Scenarios at even distances, including the first and the last. */
function sliceOf(suite: ScenarioSuite): ScenarioSuite {
  const { scenarios } = suite;
  const chosen = Array.from({ length: SLICE }, (_, index) =>
    Math.round((index * (scenarios.length - 1)) / (SLICE - 1)),
  );
  return { ...suite, scenarios: scenarios.filter((_, index) => chosen.includes(index)) };
}

function describePlayed(suite: ScenarioSuite, { backend, enforced }: Way): void {
  const tools = enforced ? 'the tools that the broker chose' : 'all tools';
  describe(`scenarios of ${suite.pack} on the offline model (${backend}, ${tools})`, () => {
    describeWith(needsOf[backend], backend, () => {
      let run: ScenarioRun;
      beforeAll(async () => {
        run = await ScenarioRun.start(suite, {
          backend,
          judging: 'offline',
          turnTimeoutMs: TURN_TIMEOUT_MS,
          ...(enforced && { broker: 'enforce' }),
        });
      });
      afterAll(() => run?.stop());

      it.each(suite.scenarios.map((scenario) => [scenario.id, scenario.title, scenario] as const))(
        '%s: %s',
        async (_id, _title, scenario) => {
          const played = await run.play(scenario);
          const wrong = played
            .filter(({ problems }) => problems.length > 0)
            .map(({ step, problems }) => ({ said: step.say, problems }));
          expect(wrong).toEqual([]);
        },
      );

      if (enforced) {
        it('were all offered the tools that the broker chose', async () => {
          const decided = `SELECT DISTINCT d.mode FROM broker_decisions d JOIN orgs o ON o.id = d.org_id WHERE o.slug = $1`;
          expect(await run.rows(decided, [suite.org])).toEqual([{ mode: 'enforce' }]);
        });
      } else if (suite.scenarios.length > SLICE) {
        it('use the tiers in the recorded shares, on which the savings over all packs rest', async () => {
          const recorded = sharesOf(recordedUsage[suite.pack] ?? []);
          const shares = sharesOf(await run.used());
          for (const [tier, share] of Object.entries(shares))
            expect(Math.abs(share - (recorded[tier] ?? 0))).toBeLessThan(RECORD_TOLERANCE);
        });
      }
    });
  });
}

/** A tool that the broker offers does not need to be searched for. */
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
