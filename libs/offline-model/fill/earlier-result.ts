import type { MadeCall } from '../conversation.ts';

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

/** What the tool gave in the last five calls of the conversation, the latest first. */
export function earlierResults(earlier: readonly MadeCall[], tool: string): unknown[] {
  return earlier
    .slice(-MAX_EARLIER_CALLS)
    .filter(({ call, result }) => call.name === tool && result?.success)
    .map(({ result }) => result?.data)
    .reverse();
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

/**
 * The list at a path of the latest result of the tools, in this turn or before; failures hold lists too.
 *
 * @param filled an empty one is passed over: what was told before it can still be picked from.
 */
export function latestList(
  calls: readonly MadeCall[],
  tools: readonly string[],
  path: string,
  { filled = false } = {},
): Record<string, unknown>[] {
  const theirs = calls.filter(({ call }) => tools.includes(call.name));
  for (const { result } of theirs.slice(-MAX_EARLIER_CALLS).toReversed()) {
    const found = valueAt(result?.data, stepsOf(path));
    if (Array.isArray(found) && !(filled && found.length === 0)) return found as Record<string, unknown>[];
  }
  return [];
}
