import type { TokenUsage } from '#models';
import type { TurnRun } from '../turn-context.ts';

/** Adds tokens and cost of a paid call to totals. */
export function addPaid(sum: TurnRun['spent'], call: TurnRun['spent']): void {
  sum.promptTokens += call.promptTokens;
  sum.cachedTokens += call.cachedTokens;
  sum.completionTokens += call.completionTokens;
  sum.costUsd += call.costUsd;
}

/**
 * Adds the time that the turn itself waited for a model. A model call inside a tool call is part of the tool's time. The
 * turn's time minus both is therefore the overhead of the platform.
 */
export function addModelWait({ totals }: TurnRun, durationMs: number): void {
  totals.modelMs += durationMs;
}

/** Adds the time that the turn waited for the calls of one round. The calls run concurrently, so the longest one counts. */
export function addToolWait({ totals }: TurnRun, calls: readonly { durationMs: number }[]): void {
  totals.toolMs += Math.max(0, ...calls.map((call) => call.durationMs));
}

/** Tokens, cost and time of a task, over all its calls. */
export interface TaskUsage {
  usage: TokenUsage;
  costUsd: number;
  durationMs: number;
}

export function noUsage(): TaskUsage {
  return { usage: { promptTokens: 0, cachedTokens: 0, completionTokens: 0 }, costUsd: 0, durationMs: 0 };
}

export function addToTask(sum: TaskUsage, call: TaskUsage): void {
  sum.usage.promptTokens += call.usage.promptTokens;
  sum.usage.cachedTokens += call.usage.cachedTokens;
  sum.usage.cacheWriteTokens = (sum.usage.cacheWriteTokens ?? 0) + (call.usage.cacheWriteTokens ?? 0);
  sum.usage.completionTokens += call.usage.completionTokens;
  sum.costUsd += call.costUsd;
  sum.durationMs += call.durationMs;
}
