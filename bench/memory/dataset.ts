import path from 'node:path';
import { z } from 'zod';
import { readLines } from '../json-lines.ts';

/** A statement by or about a contact; the statements of a contact are in chronological order. */
export interface DatasetInsight {
  id: string;
  contact: string;
  text: string;
  /** ISO date or any text. */
  at?: string | undefined;
}

/** A question about a contact, and the insights that answer it. */
export interface DatasetQuery {
  contact: string;
  text: string;
  gold: string[];
  category?: string | undefined;
}

export interface MemoryDataset {
  insights: DatasetInsight[];
  queries: DatasetQuery[];
}

const insightSchema = z.object({
  id: z.string().min(1),
  contact: z.string().min(1),
  text: z.string(),
  at: z.string().optional(),
});
const querySchema = z.object({
  contact: z.string().min(1),
  text: z.string(),
  gold: z.array(z.string()).min(1),
  /** A name or a number. null counts as absent, because many programs write it so. */
  category: z
    .union([z.string().min(1), z.number()])
    .nullish()
    .transform((category) => category?.toString())
    .optional(),
});

/**
 * Reads a dataset folder: `insights.jsonl` and `queries.jsonl`.
 *
 * @throws UsageError with file and line of a malformed row, a duplicate id or an unknown id.
 */
export function readDataset(folder: string): MemoryDataset {
  const ids = new Set<string>();
  const insights = readLines(path.join(folder, 'insights.jsonl'), insightSchema, ({ id }) => {
    if (ids.has(id)) return `id: there is a second insight "${id}"`;
    ids.add(id);
    return undefined;
  });
  const queries = readLines(path.join(folder, 'queries.jsonl'), querySchema, ({ gold }) => {
    const unknown = gold.find((id) => !ids.has(id));
    return unknown === undefined ? undefined : `gold: insights.jsonl has no insight "${unknown}"`;
  });
  return { insights, queries };
}
