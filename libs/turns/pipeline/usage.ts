import type { TokenUsage } from '#models';
import type { TurnRun } from './turn-context.ts';

/** Adds a finished model call to the turn's totals; a replayed one counts as when it was made. */
export function addUsage(
  { totals }: TurnRun,
  call: { usage: TokenUsage; costUsd: number; durationMs: number },
): void {
  totals.promptTokens += call.usage.promptTokens;
  totals.cachedTokens += call.usage.cachedTokens;
  totals.completionTokens += call.usage.completionTokens;
  totals.costUsd += call.costUsd;
  totals.modelMs += call.durationMs;
}
