import type { TurnTotals } from '#contracts';

/** Tokens, cost, counts and waiting times of a turn, over all its runs. */
export type RunTotals = TurnTotals & { modelMs: number; toolMs: number };

/** SQL that sets the totals of a turn from parameters with the names of {@link RunTotals}. */
export const TOTALS = `prompt_tokens = :promptTokens, cached_tokens = :cachedTokens,
  completion_tokens = :completionTokens, cost_usd = :costUsd, model_rounds = :modelRounds, tool_calls = :toolCalls,
  model_ms = :modelMs, tool_ms = :toolMs`;

export function noTotals(): RunTotals {
  return {
    promptTokens: 0,
    cachedTokens: 0,
    completionTokens: 0,
    costUsd: 0,
    modelRounds: 0,
    toolCalls: 0,
    modelMs: 0,
    toolMs: 0,
  };
}
