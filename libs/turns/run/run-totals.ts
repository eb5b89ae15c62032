import type { TurnTotals } from '#contracts';
import { PAID } from '../journal/turn-step.entity.ts';

/** Tokens, cost, counts and waiting times of a turn, over all its runs. */
export type RunTotals = TurnTotals & { modelMs: number; toolMs: number };

const PAID_COLUMNS = {
  prompt_tokens: 'promptTokens',
  cached_tokens: 'cachedTokens',
  completion_tokens: 'completionTokens',
  cost_usd: 'costUsd',
};

/** A list of SQL with an entry for each total of paid calls, whose place in `late_paid` is the third argument. */
export const eachPaid = (sql: (column: string, name: string, place: number) => string): string =>
  Object.entries(PAID_COLUMNS)
    .map(([column, name], index) => sql(column, name, index + 1))
    .join(', ');

/** SQL that sets the totals of a turn from parameters with the names of {@link RunTotals}, and from its late calls. */
export const TOTALS = `${eachPaid((column, name, place) => `${column} = :${name} + coalesce(late_paid[${place}], 0)`)},
  model_rounds = :modelRounds, tool_calls = :toolCalls, model_ms = :modelMs, tool_ms = :toolMs`;

/** SQL that sets the tokens and the cost of the turn `:turnId` from its journal, for a turn that ends outside of a run. */
export const PAID_TOTALS = `(${eachPaid((column) => column)}) = (
  SELECT ${eachPaid((_column, name, place) => `coalesce(sum(CAST(outcome ->> '${name}' AS float8)), 0) + coalesce(late_paid[${place}], 0)`)}
    FROM turn_steps WHERE org_id = $1 AND turn_id = :turnId AND key LIKE '${PAID}%')`;

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
