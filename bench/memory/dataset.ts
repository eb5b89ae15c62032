import { existsSync } from 'node:fs';
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
 * @throws Error with file and line of a malformed row, a duplicate id or an unknown id.
 */
export function readDataset(folder: string): MemoryDataset {
  const files = ['insights.jsonl', 'queries.jsonl'].map((name) => path.join(folder, name));
  const missing = files.find((file) => !existsSync(file));
  if (missing) throw new Error(`${missing}: there is no such file`);
  const [insightsFile = '', queriesFile = ''] = files;
  const ids = new Set<string>();
  const insights = readLines(insightsFile, insightSchema, ({ id }) => {
    if (ids.has(id)) return `id: there is a second insight "${id}"`;
    ids.add(id);
    return undefined;
  });
  const queries = readLines(queriesFile, querySchema, ({ gold }) => {
    const unknown = gold.find((id) => !ids.has(id));
    return unknown === undefined ? undefined : `gold: insights.jsonl has no insight "${unknown}"`;
  });
  return { insights, queries };
}
