import { z } from 'zod';

/** Maximum nesting of arrays and objects. Recursive code such as JSON.stringify can handle many more levels. */
const MAX_JSON_DEPTH = 32;

/** JSON of any shape from a client, nested at most 32 levels deep. */
export const boundedJson = z
  .unknown()
  .refine((value) => isWithinDepth(value, MAX_JSON_DEPTH), {
    error: `expected JSON that is nested at most ${MAX_JSON_DEPTH} levels deep`,
    // Later checks of the parent may traverse the value.
    abort: true,
  })
  // JSON.parse reads 1e999 as Infinity, which JSON.stringify would write as null.
  .refine(hasFiniteNumbers, 'expected numbers of at most 1.8e308');

/** @param value JSON of bounded depth. */
function hasFiniteNumbers(value: unknown): boolean {
  if (isNested(value)) return Object.values(value).every(hasFiniteNumbers);
  return typeof value !== 'number' || Number.isFinite(value);
}

/** Checks level by level, because recursion would overflow the stack on deep input. */
function isWithinDepth(value: unknown, maxDepth: number): boolean {
  let level = [value].filter(isNested);
  for (let depth = 0; depth < maxDepth && level.length > 0; depth += 1)
    level = level.flatMap((nested) => Object.values(nested)).filter(isNested);
  return level.length === 0;
}

function isNested(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}
