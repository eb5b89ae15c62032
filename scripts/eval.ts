// npm run eval -- --provider google: plays the scenarios of the packs on real models and compares the results.
import { readFile } from 'node:fs/promises';
import { createInterface } from 'node:readline/promises';
import { scenarioSuites } from '../test/scenarios/suites.ts';
import type { LineOf } from './commands/command-line.ts';
import { runCommand } from './commands/run-command.ts';
import { UsageError } from './commands/usage.errors.ts';
import { evaluate } from './commands/development-programs.ts';
import { limitOf, type ChosenSuite } from './eval/limit.ts';
import { readContestants } from './eval/options.ts';
import { playAll, type Purse } from './eval/play.ts';
import { comparisonText, reportText, type EvalResult } from './eval/report.ts';

await runCommand(evaluate, async ({ options }) => {
  if (options.compare.length > 0)
    return comparisonText((await Promise.all(options.compare.map(resultsIn))).flat());
  const contestants = readContestants(options, process.env);
  const suites = await suitesOf(options);
  const leftUsd = await limitOf(options['max-usd'], { contestants, suites }, terminal());
  const purse: Purse = { leftUsd, isSpent: false };
  const results: EvalResult[] = [];
  const failures: unknown[] = [];
  for (const contestant of contestants)
    try {
      results.push(await playAll(contestant, suites, { purse, backend: options.backend }));
    } catch (error) {
      // The results of the others are paid for.
      failures.push(error);
    }
  console.log(options.json ? JSON.stringify({ results }, null, 2) : reportText(results));
  if (failures[0]) throw failures[0];
  const isRight = ({ scenarios, notPlayed }: EvalResult) =>
    notPlayed.length === 0 && scenarios.every(({ passed }) => passed);
  return results.every(isRight) ? 0 : 1;
});

/** Asks the person at the terminal; undefined if there is none. */
function terminal(): ((question: string) => Promise<string>) | undefined {
  if (!process.stdin.isTTY || !process.stderr.isTTY) return undefined;
  return async (question) => {
    const lines = createInterface({ input: process.stdin, output: process.stderr });
    return lines.question(question).finally(() => lines.close());
  };
}

async function resultsIn(file: string): Promise<EvalResult[]> {
  try {
    const { results } = JSON.parse(await readFile(file, 'utf8')) as { results: EvalResult[] };
    // Anything else has no text.
    comparisonText(results);
    return results;
  } catch (cause) {
    throw new UsageError(`--compare: ${file} has no results of npm run -s eval -- … --json.`, { cause });
  }
}

async function suitesOf({ pack, scenario }: LineOf<typeof evaluate>['options']): Promise<ChosenSuite[]> {
  const all = await scenarioSuites();
  if (pack !== undefined && !all.has(pack))
    throw new UsageError(`--pack: expected one of ${[...all.keys()].join(', ')}.`);
  const suites = [...all].flatMap(([name, suite]) => {
    const chosen = suite.scenarios.filter(({ id }) => scenario.length === 0 || scenario.includes(id));
    const isWanted = (pack === undefined || name === pack) && chosen.length > 0;
    return isWanted ? [{ ...suite, scenarios: chosen, of: suite.scenarios.length }] : [];
  });
  const missing = scenario.find((id) =>
    suites.every(({ scenarios }) => scenarios.every((one) => one.id !== id)),
  );
  if (missing !== undefined) throw new UsageError(`--scenario: there is no scenario ${missing}.`);
  return suites;
}
