import { priceSet } from '#contracts';
import { reportOf as costsOf, ModelRegistry, type CostComparison, type UsedModel } from '#models';
import type { Scenario } from '#pack-kit';
import { scoredAspects, type PlayedStep } from '../../test/scenarios/scenario-run.ts';
import { table } from '../tools/print.ts';

/** The outcome and the cost of a message. */
export interface StepReport {
  said: string;
  agent: string;
  reply: string;
  calls: { tool: string; arguments: Record<string, unknown>; success: boolean; errorClass?: string }[];
  problems: string[];
  right: PlayedStep['right'];
  rewrittenFor: string[];
  promptTokens: number;
  completionTokens: number;
  costUsd: number;
}

export interface ScenarioReport {
  pack: string;
  id: string;
  title: string;
  passed: boolean;
  steps: StepReport[];
  /** Why the scenario could not be played to its end. */
  broken?: string;
}

/** The results of one contestant. `--json` prints them, and `--compare` reads them. */
export interface EvalResult {
  /** The provider whose models played, or the one model. */
  model: string;
  scenarios: ScenarioReport[];
  /** Scenarios that were left out when the limit was reached, such as `estio E4`. */
  notPlayed: string[];
  /** Use of all calls, outbox tasks among them. */
  promptTokens: number;
  completionTokens: number;
  costUsd: number;
  seconds: number;
  /** Absent if one model did every task. */
  savings?: CostComparison[];
}

interface TurnRow {
  promptTokens: number;
  completionTokens: number;
  costUsd: number;
}

type Rows = <Row>(sql: string, values?: unknown[]) => Promise<Row[]>;

/** @param rows queries the installation in which the scenario was played. */
export async function reportOf(
  pack: string,
  { id, title }: Scenario,
  played: readonly PlayedStep[],
  rows: Rows,
): Promise<ScenarioReport> {
  const steps: StepReport[] = [];
  for (const { step, seen, problems, right, rewrittenFor } of played) {
    const [turn] = await rows<TurnRow>(
      `SELECT prompt_tokens::int AS "promptTokens", completion_tokens::int AS "completionTokens",
              cost_usd::float8 AS "costUsd" FROM turns WHERE id = $1`,
      [seen.turnId],
    );
    steps.push({
      said: typeof step.say === 'string' ? step.say : step.say(seen.services),
      agent: seen.agent,
      reply: seen.reply,
      calls: seen.calls.map(({ tool, arguments: input, result }) => ({
        tool,
        arguments: input,
        success: result.success,
        ...(result.errorClass !== undefined && { errorClass: result.errorClass }),
      })),
      problems,
      right,
      rewrittenFor,
      promptTokens: turn?.promptTokens ?? 0,
      completionTokens: turn?.completionTokens ?? 0,
      costUsd: turn?.costUsd ?? 0,
    });
  }
  return { pack, id, title, passed: steps.every(({ problems }) => problems.length === 0), steps };
}

/**
 * The cost of the scenarios of all packs, compared with one tier for all calls: as paid or, for the offline model, at the
 * prices of each set.
 */
export function savingsOf(
  used: readonly UsedModel[],
  registry: ModelRegistry = new ModelRegistry(),
): CostComparison[] {
  const isOffline = used.every(({ provider }) => provider === 'offline');
  return isOffline
    ? priceSet.options.map((prices) => costsOf(used, registry, prices))
    : [costsOf(used, registry)];
}

/** The results as text: calls, tokens and cost of each scenario, the savings of routing, and the comparison. */
export function reportText(results: readonly EvalResult[]): string {
  const parts = results.flatMap(({ model, scenarios, savings = [] }) => [
    `== ${model}`,
    ...scenarios.map(scenarioText),
    ...savings.slice(0, 1).map(tiersText),
    ...(savings.length > 0 ? [savings.map(savingText).join('\n')] : []),
  ]);
  return [...parts, comparisonText(results)].join('\n\n');
}

/** One line for each contestant: scenarios passed, messages that are right in each aspect, and the cost. */
export function comparisonText(results: readonly EvalResult[]): string {
  const rows = results.map(({ model, scenarios, promptTokens, completionTokens, costUsd, seconds }) => ({
    model,
    passed: shareText(scenarios.map(({ passed }) => passed)),
    ...Object.fromEntries(
      scoredAspects.map((aspect) => [
        aspect,
        shareText(scenarios.flatMap(({ steps }) => steps.flatMap(({ right }) => right[aspect] ?? []))),
      ]),
    ),
    'tokens in': String(promptTokens),
    'tokens out': String(completionTokens),
    cost: `$${costUsd.toFixed(4)}`,
    time: `${seconds} s`,
  }));
  const left = results.flatMap(({ model, notPlayed }) =>
    notPlayed.length === 0
      ? []
      : [`${model}: the limit was reached; ${notPlayed.length} not played: ${notPlayed.join(', ')}`],
  );
  return [table(rows), ...left].join('\n');
}

/** Such as "41/45 91 %"; a dash if nothing was judged. */
function shareText(right: readonly boolean[]): string {
  const count = right.filter(Boolean).length;
  return right.length === 0 ? '–' : `${count}/${right.length} ${Math.round((100 * count) / right.length)} %`;
}

function tiersText({ tiers }: CostComparison): string {
  const shares = tiers.map(
    ({ tier, calls, tokens, shareOfTokens }) =>
      `${tier} ${calls} calls, ${tokens} tokens (${percent(shareOfTokens)})`,
  );
  return `all calls, outbox tasks among them: ${shares.join('; ')}`;
}

function savingText(report: CostComparison): string {
  const { prices, costUsd, allStandardUsd, allPremiumUsd } = report;
  const { ceilingAgainstStandard, ceilingAgainstPremium } = report;
  const [standard, premium] = [report.savedAgainstStandard, report.savedAgainstPremium].map(percent);
  return (
    `${prices ? `at the prices of ${prices}` : 'as paid'}: $${costUsd.toFixed(4)}; ` +
    `all standard $${allStandardUsd.toFixed(4)}, saved ${standard} ` +
    `of at most ${percent(ceilingAgainstStandard)}; all premium $${allPremiumUsd.toFixed(4)}, saved ${premium} ` +
    `of at most ${percent(ceilingAgainstPremium)}`
  );
}

function percent(share: number | null): string {
  return share === null ? 'nothing' : `${(share * 100).toFixed(1)} %`;
}

function scenarioText({ pack, id, title, passed, steps, broken }: ScenarioReport): string {
  const lines = steps.flatMap(({ said, agent, calls, problems, rewrittenFor }) => [
    `  “${said}” → ${agent}`,
    ...calls.map(
      ({ tool, arguments: input, success, errorClass }) =>
        `    ${tool} ${JSON.stringify(input)}${success ? '' : ` → ${errorClass}`}`,
    ),
    ...rewrittenFor.map((policy) => `    ~ the reply was written again: ${policy}`),
    ...problems.map((problem) => `    ! ${problem}`),
  ]);
  if (broken !== undefined) lines.push(`  ! ${broken}`);
  return [`${passed ? 'ok    ' : 'FAILED'} ${pack} ${id}: ${title} (${costText(steps)})`, ...lines].join(
    '\n',
  );
}

function costText(steps: readonly StepReport[]): string {
  const sum = (field: 'promptTokens' | 'completionTokens' | 'costUsd') =>
    steps.reduce((total, step) => total + step[field], 0);
  return `${sum('promptTokens')} + ${sum('completionTokens')} tokens, $${sum('costUsd').toFixed(4)}`;
}
