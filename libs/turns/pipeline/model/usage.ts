import type { TokenUsage } from '#models';
import type { TurnRun } from '../turn-context.ts';

type Usage = Pick<TaskUsage, 'usage' | 'costUsd'>;

/** Adds tokens and cost of a finished model call to what the turn used, and to what this run of it did. */
export function addUsage({ totals, spent }: TurnRun, call: Usage): void {
  add(totals, call);
  add(spent, call);
}

/** Of a call that an earlier run made: it counts for the turn as when it was made. */
export function addReplayed({ totals }: TurnRun, call: Usage): void {
  add(totals, call);
}

function add(sum: TurnRun['spent'], { usage, costUsd }: Usage): void {
  sum.promptTokens += usage.promptTokens;
  sum.cachedTokens += usage.cachedTokens;
  sum.completionTokens += usage.completionTokens;
  sum.costUsd += costUsd;
}

/**
 * Adds what the turn itself waited for a model. What a tool waits for one within its call is the tool's time, so that
 * the turn's time less both is its own overhead.
 */
export function addModelWait({ totals }: TurnRun, durationMs: number): void {
  totals.modelMs += durationMs;
}

/** Adds what the turn waited for the calls of one round: they run side by side, so it is as long as the longest. */
export function addToolWait({ totals }: TurnRun, calls: readonly { durationMs: number }[]): void {
  totals.toolMs += Math.max(0, ...calls.map((call) => call.durationMs));
}

/** What a task used, over all its calls. */
export interface TaskUsage {
  usage: TokenUsage;
  costUsd: number;
  durationMs: number;
}

export function noUsage(): TaskUsage {
  return { usage: { promptTokens: 0, cachedTokens: 0, completionTokens: 0 }, costUsd: 0, durationMs: 0 };
}

/** Adds one call to what its task used so far. */
export function addToTask(sum: TaskUsage, call: TaskUsage): void {
  sum.usage.promptTokens += call.usage.promptTokens;
  sum.usage.cachedTokens += call.usage.cachedTokens;
  sum.usage.cacheWriteTokens = (sum.usage.cacheWriteTokens ?? 0) + (call.usage.cacheWriteTokens ?? 0);
  sum.usage.completionTokens += call.usage.completionTokens;
  sum.costUsd += call.costUsd;
  sum.durationMs += call.durationMs;
}
