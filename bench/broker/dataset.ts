import { existsSync } from 'node:fs';
import path from 'node:path';
import { z } from 'zod';
import type { Example, RankableTool } from '#broker';
import { UsageError } from '../../scripts/commands/usage.errors.ts';
import { problemOf, readLines, textOf } from '../json-lines.ts';

/** A message and the correct tools for it. */
export interface Query {
  text: string;
  gold: string[];
  lang?: string;
  /** Pack of this version to which the expected tools belong. */
  pack?: string;
}

export interface Dataset {
  /** The tools. Each names its pack if it is a tool of this version. */
  tools: (RankableTool & { pack?: string })[];
  queries: Query[];
  /** Past messages with the called tool, oldest first. */
  history: Example[];
  /** Number of history rows that name an unknown tool. */
  historyLeftOut: number;
}

const toolSchema = z.object({
  name: z.string().min(1),
  description: z.string(),
  parameters: ifThere(z.record(z.string(), z.unknown())),
  category: ifThere(z.string()),
  examples: ifThere(z.array(z.string())),
  whenToUse: ifThere(z.array(z.string())),
});
const querySchema = z.object({
  text: z.string(),
  gold: z.array(z.string()).min(1),
  lang: ifThere(z.string()),
  pack: ifThere(z.string()),
});
const exampleSchema = z.object({ text: z.string(), tool: z.string() });

/** Accepts an absent or null value, because many programs write null for absent. */
function ifThere<Value>(schema: z.ZodType<Value>) {
  return schema
    .nullish()
    .transform((value) => value ?? undefined)
    .optional();
}

/** True if the folder has no tools file, so that the caller of {@link readDataset} must pass the tools. */
export function hasNoTools(folder: string): boolean {
  return !existsSync(path.join(folder, 'tools.json'));
}

/**
 * Reads a dataset folder: `tools.json`, `queries.jsonl` and, if present, `history.jsonl`.
 *
 * @param registered tools used instead of `tools.json`; queries for packs without any of these tools are skipped.
 * @throws UsageError with file and line of a malformed row, an unknown tool in a query, or a duplicate tool; also if all queries
 * are skipped.
 */
export function readDataset(folder: string, registered?: Dataset['tools']): Dataset {
  const tools: Dataset['tools'] = registered ?? readTools(path.join(folder, 'tools.json'));
  const names = new Set(tools.map(({ name }) => name));
  const packs = new Set(tools.map(({ pack }) => pack));
  const isAsked = ({ pack }: Query) => registered === undefined || packs.has(pack);
  const source = registered ? 'this version' : 'tools.json';
  const known = (name: string) => (names.has(name) ? undefined : `${source} has no tool "${name}"`);
  const historyFile = path.join(folder, 'history.jsonl');
  const past = existsSync(historyFile) ? readLines(historyFile, exampleSchema) : [];
  // Tools are added and removed, but the history still contains messages from before.
  const history = past.filter(({ tool }) => names.has(tool));
  const queriesFile = path.join(folder, 'queries.jsonl');
  const all = readLines(queriesFile, querySchema, (query) =>
    isAsked(query) ? query.gold.map(known).find((problem) => problem !== undefined) : undefined,
  );
  const queries = all.filter(isAsked);
  // Without queries the figures would be null, as if there were nothing to measure.
  if (all.length > 0 && queries.length === 0)
    throw new UsageError(
      `${queriesFile}: none of its ${all.length} queries names a "pack" of this version (${[...packs].join(', ')}): name it in each, or put the tools that they are for into tools.json beside it`,
    );
  return {
    tools,
    queries,
    history,
    historyLeftOut: past.length - history.length,
  };
}

function readTools(file: string): RankableTool[] {
  let json: unknown;
  try {
    json = JSON.parse(textOf(file));
  } catch (error) {
    throw new UsageError(`${file}: ${(error as Error).message}`, { cause: error });
  }
  if (!Array.isArray(json)) throw new UsageError(`${file}: expected an array of tools`);
  const names = new Set<string>();
  return json.map((item, at) => {
    const place = `${file}: tool ${at + 1}`;
    const parsed = toolSchema.safeParse(item);
    if (!parsed.success) throw new UsageError(`${place}: ${problemOf(parsed.error)}`);
    if (names.has(parsed.data.name))
      throw new UsageError(`${place}: there is a second tool "${parsed.data.name}"`);
    names.add(parsed.data.name);
    return parsed.data;
  });
}
