import type { MadeCall } from '../conversation/conversation.ts';

/** How many earlier calls of the conversation are looked through by {@link findEarlier}. */
const MAX_EARLIER_CALLS = 5;

/**
 * A field of an earlier result: of this turn's calls, else of the last five of the conversation, latest first. What the tool
 * has given in this turn is not made up for by what it gave before.
 * The path is as in `items[0].id`; `items[0..2].id` gives a list.
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
    // What the tool has said in this turn takes the place of what it said before, where it gives nothing too.
    if (calls.some(({ call, result }) => call.name === tool && result?.success)) return undefined;
  }
  return undefined;
}

/** The field of every result of this turn's calls of the tool, each value once; undefined where none has it. */
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
