import type { z } from 'zod';
import { cutText } from '#contracts';

/** The output with its texts and lists cut to the limits of the schema. Rules quote texts and figures of any length. */
export function withinLimits(schema: z.ZodType, output: unknown): unknown {
  const cut = structuredClone(output);
  let hasCut = false;
  for (const issue of schema.safeParse(output).error?.issues ?? []) {
    const key = issue.path.at(-1);
    if (issue.code !== 'too_big' || key === undefined) continue;
    const parent = issue.path.slice(0, -1).reduce(fieldOf, cut) as Record<PropertyKey, unknown>;
    const value = fieldOf(parent, key);
    const max = Number(issue.maximum);
    if (max < 1 || !(typeof value === 'string' || Array.isArray(value)) || value.length <= max) continue;
    parent[key] = typeof value === 'string' ? cutText(value, max - 1) : value.slice(0, max);
    hasCut = true;
  }
  // The entries of a list that is too long were not checked.
  return hasCut ? withinLimits(schema, cut) : cut;
}

function fieldOf(value: unknown, key: PropertyKey): unknown {
  return (value as Record<PropertyKey, unknown> | undefined)?.[key];
}
