// npm run eval -- --provider google: plays the scenarios of the packs against a real model and reports what came of them.
import type { UsedModel } from '#models';
import type { ScenarioSuite } from '#tools';
import { ScenarioRun } from '../test/scenarios/scenario-run.ts';
import { scenarioSuites } from '../test/scenarios/suites.ts';
import { readCommandLine, tellFailure } from './command-line.ts';
import { readEvalOptions, USAGE, type EvalOptions } from './eval/options.ts';
import { reportOf, reportText, savingsOf, type ScenarioReport } from './eval/report.ts';
import { StartRefusedError } from './start/start.errors.ts';

/** Real models take their time, and a scenario several rounds of it. */
const TURN_TIMEOUT_MS = 180_000;

async function main(): Promise<void> {
  const { values } = readCommandLine(USAGE, {
    options: {
      provider: { type: 'string' },
      pack: { type: 'string' },
      scenario: { type: 'string' },
      backend: { type: 'string' },
      json: { type: 'boolean', default: false },
    },
  });
  const options = readEvalOptions(values, process.env);
  const suites = await suitesOf(options);
  const reports: ScenarioReport[] = [];
  const used: UsedModel[] = [];
  for (const suite of suites) {
    const played = await play(suite, options);
    reports.push(...played.reports);
    used.push(...played.used);
    console.error(`${suite.pack} used ${JSON.stringify(played.used)}`);
  }
  const savings = savingsOf(used);
  console.log(
    values.json
      ? JSON.stringify({ scenarios: reports, savings }, null, 2)
      : reportText(reports, options.provider, savings),
  );
  if (reports.some(({ passed }) => !passed)) process.exitCode = 1;
}

async function suitesOf({ pack, scenario }: EvalOptions): Promise<ScenarioSuite[]> {
  const all = await scenarioSuites();
  if (pack !== undefined && !all.has(pack))
    throw new StartRefusedError(`--pack: there are scenarios of ${[...all.keys()].join(', ')}.`);
  const suites = [...all].flatMap(([name, suite]) => {
    const chosen = suite.scenarios.filter(({ id }) => scenario === undefined || id === scenario);
    const isWanted = (pack === undefined || name === pack) && chosen.length > 0;
    return isWanted ? [{ ...suite, scenarios: chosen }] : [];
  });
  if (suites.length === 0) throw new StartRefusedError(`There is no scenario ${scenario}.`);
  return suites;
}

async function play(
  suite: ScenarioSuite,
  { provider, backend, env }: EvalOptions,
): Promise<{ reports: ScenarioReport[]; used: UsedModel[] }> {
  const run = await ScenarioRun.start(suite, {
    backend,
    judging: provider === 'offline' ? 'offline' : 'real model',
    turnTimeoutMs: TURN_TIMEOUT_MS,
    env,
  });
  try {
    const reports: ScenarioReport[] = [];
    for (const scenario of suite.scenarios) {
      const played = await run.play(scenario);
      const report = await reportOf(suite.pack, scenario, played, run.rows);
      console.error(`${report.passed ? 'ok    ' : 'FAILED'} ${suite.pack} ${scenario.id}: ${scenario.title}`);
      reports.push(report);
    }
    return { reports, used: await run.used() };
  } finally {
    await run.stop();
  }
}

main().catch((error: unknown) => {
  process.exitCode = tellFailure(error);
});
