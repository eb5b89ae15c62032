import type { z } from 'zod';
import { cutText } from '#contracts';

/** The output with its texts and lists cut to the limits of the schema. Rules quote texts and figures of any length. */
export function withinLimits(schema: z.ZodType, output: unknown): unknown {
  const cut = structuredClone(output);
  for (const issue of schema.safeParse(output).error?.issues ?? []) {
    const key = issue.path.at(-1);
    if (issue.code !== 'too_big' || key === undefined) continue;
    const parent = issue.path.slice(0, -1).reduce(fieldOf, cut) as Record<PropertyKey, unknown>;
    const [value, max] = [fieldOf(parent, key), Number(issue.maximum)];
    if (typeof value === 'string') parent[key] = cutText(value, max - 1);
    else if (Array.isArray(value)) parent[key] = value.slice(0, max);
  }
  return cut;
}

function fieldOf(value: unknown, key: PropertyKey): unknown {
  return (value as Record<PropertyKey, unknown> | undefined)?.[key];
}
