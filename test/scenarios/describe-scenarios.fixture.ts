import { TOOL_SEARCH } from '#tools';
import { type ExpectedCall, type ScenarioStep, type ScenarioSuite } from '#pack-kit';
import { needsOf } from '../e2e/api.fixture.ts';
import type { Backend } from '../harness/installation.ts';
import { describeWith, isLongRun } from '../harness/services.ts';
import { recordedUsage, sharesOf } from './recorded-usage.ts';
import { ScenarioInstallation } from './scenario-installation.ts';
import { ScenarioRun } from './scenario-run.ts';

const TURN_TIMEOUT_MS = 120_000;
/** Maximum deviation of a tier's share from its recorded share, before the record has to be made anew. */
const RECORD_TOLERANCE = 0.2;

/** The number of scenarios of a pack that `npm test` runs with the broker. */
const SLICE = 4;
const OPTIONS = { judging: 'offline', turnTimeoutMs: TURN_TIMEOUT_MS } as const;

/**
 * One test per scenario of a pack, on the offline model through the API, with all tools on PostgreSQL and Redis. A long run
 * repeats them without Redis.
 */
export function describeScenarios(suite: ScenarioSuite): void {
  for (const backend of isLongRun ? (['redis', 'postgres'] as const) : (['redis'] as const)) {
    describePlayed(
      backend,
      suite,
      () => ScenarioRun.start(suite, { ...OPTIONS, backend }),
      (played) => {
        // A new pack has no record.
        const record = recordedUsage[suite.pack];
        if (!record) return;
        it('use the tiers in the recorded shares, on which the savings over all packs rest', async () => {
          const recorded = sharesOf(record);
          const shares = sharesOf(await played().used());
          for (const [tier, share] of Object.entries(shares))
            expect(Math.abs(share - (recorded[tier] ?? 0))).toBeLessThan(RECORD_TOLERANCE);
        });
      },
    );
  }
}

/** A suite that is played with the broker, which narrows the tools to those that it has chosen. */
interface BrokeredSuite {
  suite: ScenarioSuite;
  /** Ids of scenarios about tools offered without the broker. */
  without?: readonly string[] | undefined;
}

/**
 * Some scenarios of each pack with the tools that the broker chose, all in one installation on the embedded database. A
 * long run plays all of them, and on Redis too.
 */
export function describeBrokeredScenarios(all: readonly BrokeredSuite[]): void {
  const suites = all.map(({ suite, without }) =>
    withoutSearches(isLongRun ? suite : sliceOf(suite), without ?? []),
  );
  for (const backend of isLongRun ? (['embedded', 'redis'] as const) : (['embedded'] as const)) {
    let installation: ScenarioInstallation;
    describeWith(needsOf[backend], `with the tools that the broker chose (${backend})`, () => {
      beforeAll(async () => {
        installation = await ScenarioInstallation.start(suites, { backend, withConsole: true });
      });
      afterAll(() => installation?.stop());
      for (const suite of suites)
        describePlayed(
          backend,
          suite,
          () => ScenarioRun.start(suite, { ...OPTIONS, backend, broker: 'enforce' }, installation),
          (played) => {
            it('were all offered the tools that the broker chose', async () => {
              const decided = `SELECT DISTINCT d.mode FROM broker_decisions d JOIN orgs o ON o.id = d.org_id WHERE o.slug = $1`;
              expect(await played().rows(decided, [suite.org])).toEqual([{ mode: 'enforce' }]);
            });
          },
        );
    });
  }
}

/** One test per scenario, in the run that `start` opens. @param afterwards adds tests at the end. */
export function describePlayed(
  backend: Backend,
  suite: ScenarioSuite,
  start: () => Promise<ScenarioRun>,
  afterwards: (played: () => ScenarioRun) => void = () => undefined,
): void {
  describeWith(needsOf[backend], `scenarios of ${suite.pack} (${backend})`, () => {
    let run: ScenarioRun;
    beforeAll(async () => {
      run = await start();
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
    afterwards(() => run);
  });
}

/** Scenarios at even distances, including the first and the last. */
export function sliceOf(suite: ScenarioSuite): ScenarioSuite {
  const { scenarios } = suite;
  const chosen = Array.from({ length: SLICE }, (_, index) =>
    Math.round((index * (scenarios.length - 1)) / (SLICE - 1)),
  );
  return { ...suite, scenarios: scenarios.filter((_, index) => chosen.includes(index)) };
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
