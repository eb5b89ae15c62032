import type { MadeCall } from '../conversation/conversation.ts';

/** Number of earlier calls of the conversation that {@link findEarlier} searches. */
const MAX_EARLIER_CALLS = 5;

/**
 * A field of an earlier result: of this turn's calls, else of the last five calls of the conversation, latest first. A
 * result of the tool in this turn replaces its earlier results, even if it lacks the field.
 * Paths are like `items[0].id`. `items[0..2].id` gives a list.
 */
export function findEarlier(
  turn: readonly MadeCall[],
  earlier: readonly MadeCall[],
  tool: string,
  path: string,
): unknown {
  for (const calls of [turn, earlier.slice(-MAX_EARLIER_CALLS)]) {
    for (const { call, result } of [...calls].reverse()) {
      if (call.name !== tool || !result?.success) continue;
      const value = valueAt(result.data, stepsOf(path));
      if (value !== undefined && value !== null) return value;
    }
    // A result of the tool in this turn replaces its earlier results, even if it lacks the field.
    if (calls.some(({ call, result }) => call.name === tool && result?.success)) return undefined;
  }
  return undefined;
}

/** Distinct values of a field in the results of this turn's calls of the tool; undefined if none has the field. */
export function findAllOfTurn(turn: readonly MadeCall[], tool: string, path: string): unknown[] | undefined {
  const values = turn
    .filter(({ call, result }) => call.name === tool && result?.success)
    .map(({ result }) => valueAt(result?.data, stepsOf(path)))
    .filter((value) => value !== undefined && value !== null);
  return values.length > 0 ? [...new Set(values)] : undefined;
}

type Step = string | number | { from: number; to: number };

function stepsOf(path: string): Step[] {
  return [...path.matchAll(/([^.[\]]+)|\[(\d+)(?:\.\.(\d+))?\]/g)].map(([, name, from, to]) => {
    if (name !== undefined) return name;
    return to === undefined ? Number(from) : { from: Number(from), to: Number(to) };
  });
}

function valueAt(value: unknown, steps: readonly Step[]): unknown {
  const [step, ...others] = steps;
  if (step === undefined) return value;
  if (typeof step === 'object') {
    if (!Array.isArray(value)) return undefined;
    const values = value.slice(step.from, step.to + 1).map((entry) => valueAt(entry, others));
    return values.length > 0 ? values.filter((entry) => entry !== undefined) : undefined;
  }
  if (typeof value !== 'object' || value === null) return undefined;
  return valueAt((value as Record<string | number, unknown>)[step], others);
}
