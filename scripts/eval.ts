// npm run eval -- --provider google: plays the scenarios of the packs against a real model and reports the results.
import type { UsedModel } from '#models';
import type { ScenarioSuite } from '#pack-kit';
import { ScenarioRun } from '../test/scenarios/scenario-run.ts';
import { scenarioSuites } from '../test/scenarios/suites.ts';
import { runCommand } from './commands/run-command.ts';
import { UsageError } from './commands/usage.errors.ts';
import { evaluate } from './commands/development-programs.ts';
import { readEvalOptions, type EvalOptions } from './eval/options.ts';
import { reportOf, reportText, savingsOf, type ScenarioReport } from './eval/report.ts';

/** A scenario takes several rounds of a real model. */
const TURN_TIMEOUT_MS = 180_000;

await runCommand(evaluate, async ({ options: given }) => {
  const options = readEvalOptions(given, process.env);
  const suites = await suitesOf(options);
  const total = suites.reduce((sum, { scenarios }) => sum + scenarios.length, 0);
  console.error(`${total} scenarios of ${suites.map(({ pack }) => pack).join(', ')}`);
  const startedAt = performance.now();
  const reports: ScenarioReport[] = [];
  const used: UsedModel[] = [];
  for (const suite of suites) {
    used.push(
      ...(await play(suite, options, (report) => {
        reports.push(report);
        const { passed, pack, id, title } = report;
        console.error(`[${reports.length}/${total}] ${passed ? 'ok    ' : 'FAILED'} ${pack} ${id}: ${title}`);
      })),
    );
  }
  console.error(`played in ${Math.round((performance.now() - startedAt) / 1_000)} s`);
  const savings = savingsOf(used);
  console.log(
    given.json
      ? JSON.stringify({ scenarios: reports, savings }, null, 2)
      : reportText(reports, options.provider, savings),
  );
  return reports.every(({ passed }) => passed) ? 0 : 1;
});

async function suitesOf({ pack, scenario }: EvalOptions): Promise<ScenarioSuite[]> {
  const all = await scenarioSuites();
  if (pack !== undefined && !all.has(pack))
    throw new UsageError(`--pack: expected one of ${[...all.keys()].join(', ')}.`);
  const suites = [...all].flatMap(([name, suite]) => {
    const chosen = suite.scenarios.filter(({ id }) => scenario === undefined || id === scenario);
    const isWanted = (pack === undefined || name === pack) && chosen.length > 0;
    return isWanted ? [{ ...suite, scenarios: chosen }] : [];
  });
  if (suites.length === 0) throw new UsageError(`--scenario: there is no scenario ${scenario}.`);
  return suites;
}

/** @returns the use of each model. */
async function play(
  suite: ScenarioSuite,
  { provider, backend, env }: EvalOptions,
  onPlayed: (report: ScenarioReport) => void,
): Promise<UsedModel[]> {
  const run = await ScenarioRun.start(suite, {
    backend,
    judging: provider === 'offline' ? 'offline' : 'real model',
    turnTimeoutMs: TURN_TIMEOUT_MS,
    env,
  });
  try {
    for (const scenario of suite.scenarios) {
      onPlayed(await reportOf(suite.pack, scenario, await run.play(scenario), run.rows));
    }
    return await run.used();
  } finally {
    await run.stop();
  }
}
