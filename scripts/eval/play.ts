import type { UsedModel } from '#models';
import type { Scenario } from '#pack-kit';
import type { Backend } from '../../test/harness/installation.ts';
import { ScenarioRun } from '../../test/scenarios/scenario-run.ts';
import type { ChosenSuite } from './limit.ts';
import { isPaid, type Contestant } from './options.ts';
import { reportOf, savingsOf, type EvalResult, type ScenarioReport } from './report.ts';
import { setUp } from './set-up.ts';

/** A scenario takes several rounds of a real model. */
const TURN_TIMEOUT_MS = 180_000;
/** Calls of outbox tasks that still run. */
const RESERVED = 'SELECT coalesce(sum(amount_usd), 0)::float8 AS usd FROM budget_reservations';
const OUT_OF_BUDGET = /^MODEL_BUDGET_/;

/** The money of a run. */
export interface Purse {
  /** In USD; undefined without a limit. */
  leftUsd: number | undefined;
  /** True once a call did not fit into the rest. */
  isSpent: boolean;
}

/** Plays the scenarios, each suite in a fresh installation, until the purse is spent. */
export async function playAll(
  contestant: Contestant,
  suites: readonly ChosenSuite[],
  { purse, backend }: { purse: Purse; backend: Backend },
): Promise<EvalResult> {
  const startedAt = performance.now();
  const scenarios: ScenarioReport[] = [];
  const notPlayed: string[] = [];
  const used: UsedModel[] = [];
  const isOffline = contestant.provider === 'offline';
  const isOver = () => purse.isSpent && isPaid(contestant);
  const total = suites.reduce((sum, suite) => sum + suite.scenarios.length, 0);
  for (const suite of suites) {
    const rest = [...suite.scenarios];
    const run = isOver()
      ? undefined
      : await ScenarioRun.start(suite, {
          backend,
          judging: isOffline ? 'offline' : 'real model',
          turnTimeoutMs: TURN_TIMEOUT_MS,
          env: contestant.env,
          ...(!isOffline && { prepare: setUp(contestant, purse.leftUsd) }),
        });
    try {
      for (let next; run && !isOver() && (next = rest[0]);) {
        const report = await play(run, suite.pack, next);
        if (!report) purse.isSpent = true;
        else {
          rest.shift();
          scenarios.push(report);
          const { passed, pack, id, title } = report;
          console.error(
            `${contestant.name} [${scenarios.length}/${total}] ${passed ? 'ok    ' : 'FAILED'} ${pack} ${id}: ${title}`,
          );
        }
      }
      const spent = (await run?.used()) ?? [];
      used.push(...spent);
      const [running] = (await run?.rows<{ usd: number }>(RESERVED)) ?? [];
      if (purse.leftUsd !== undefined)
        purse.leftUsd = Math.max(0, purse.leftUsd - sumOf(spent, 'costUsd') - (running?.usd ?? 0));
    } finally {
      await run?.stop();
    }
    notPlayed.push(...rest.map(({ id }) => `${suite.pack} ${id}`));
  }
  return {
    model: contestant.name,
    scenarios,
    notPlayed,
    promptTokens: sumOf(used, 'promptTokens'),
    completionTokens: sumOf(used, 'completionTokens'),
    costUsd: sumOf(used, 'costUsd'),
    seconds: Math.round((performance.now() - startedAt) / 1_000),
    ...(contestant.model === undefined && { savings: savingsOf(used) }),
  };
}

/** @returns undefined if the budget of the org did not suffice. */
async function play(run: ScenarioRun, pack: string, scenario: Scenario): Promise<ScenarioReport | undefined> {
  try {
    const played = await run.play(scenario);
    if (played.some(({ errorClass = '' }) => OUT_OF_BUDGET.test(errorClass))) return undefined;
    return await reportOf(pack, scenario, played, run.rows);
  } catch (error) {
    // The results so far are paid for.
    const { id, title } = scenario;
    return { pack, id, title, passed: false, steps: [], broken: (error as Error).message };
  }
}

function sumOf(used: readonly UsedModel[], field: 'promptTokens' | 'completionTokens' | 'costUsd'): number {
  return used.reduce((sum, model) => sum + model[field], 0);
}
