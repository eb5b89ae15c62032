import { z } from 'zod';

/** Levels of arrays and objects in free JSON. What calls itself for each level, as JSON.stringify does, bears many more. */
const MAX_JSON_DEPTH = 32;

/** JSON of any shape, as a client may send it, nested at most 32 levels deep. */
export const boundedJson = z.unknown().refine((value) => isWithinDepth(value, MAX_JSON_DEPTH), {
  error: `expected JSON that is nested at most ${MAX_JSON_DEPTH} levels deep`,
  // Further checks of what holds it may walk it.
  abort: true,
});

/** Level by level instead of by recursion: the depth that is looked for would break the stack. */
function isWithinDepth(value: unknown, maxDepth: number): boolean {
  let level = [value].filter(isNested);
  for (let depth = 0; depth < maxDepth && level.length > 0; depth += 1)
    level = level.flatMap((nested) => Object.values(nested)).filter(isNested);
  return level.length === 0;
}

function isNested(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}
