import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { z } from 'zod';
import type { Example, RankableTool } from '#broker';

/** A message and the tools that are right for it. */
export interface Query {
  text: string;
  gold: string[];
  lang?: string;
}

export interface Dataset {
  tools: RankableTool[];
  queries: Query[];
  /** Past messages with the tool that was called, oldest first. */
  history: Example[];
}

const toolSchema = z.object({
  name: z.string().min(1),
  description: z.string(),
  parameters: z.record(z.string(), z.unknown()).optional(),
  category: z.string().optional(),
  examples: z.array(z.string()).optional(),
  whenToUse: z.array(z.string()).optional(),
});
const querySchema = z.object({
  text: z.string(),
  gold: z.array(z.string()).min(1),
  lang: z.string().optional(),
});
const exampleSchema = z.object({ text: z.string(), tool: z.string() });

/**
 * Reads a dataset folder: `tools.json`, `queries.jsonl` and, where it is there, `history.jsonl`.
 *
 * @throws Error that names file and line of what is malformed, of an unknown tool or of one that comes twice.
 */
export function readDataset(folder: string): Dataset {
  const tools = readTools(path.join(folder, 'tools.json'));
  const names = new Set(tools.map(({ name }) => name));
  const known = (name: string) => (names.has(name) ? undefined : `tools.json has no tool "${name}"`);
  return {
    tools,
    queries: readLines(path.join(folder, 'queries.jsonl'), querySchema, ({ gold }) =>
      gold.map(known).find((problem) => problem !== undefined),
    ),
    history: existsSync(path.join(folder, 'history.jsonl'))
      ? readLines(path.join(folder, 'history.jsonl'), exampleSchema, ({ tool }) => known(tool))
      : [],
  };
}

function readTools(file: string): RankableTool[] {
  const text = readFileSync(file, 'utf8');
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch (error) {
    throw new Error(`${file}: ${(error as Error).message}`, { cause: error });
  }
  if (!Array.isArray(json)) throw new Error(`${file}:1: expected an array of tools`);
  const lines = linesOfItems(text);
  const names = new Set<string>();
  return json.map((item, at) => {
    const place = `${file}:${lines[at] ?? 1}: tool ${at + 1}`;
    const parsed = toolSchema.safeParse(item);
    if (!parsed.success) throw new Error(`${place}: ${problemOf(parsed.error)}`);
    if (names.has(parsed.data.name))
      throw new Error(`${place}: there is a second tool "${parsed.data.name}"`);
    names.add(parsed.data.name);
    return parsed.data;
  });
}

/** The line on which each item of a top-level array begins. */
function linesOfItems(text: string): number[] {
  const lines: number[] = [];
  let [depth, line, quoted] = [0, 1, false];
  for (let at = 0; at < text.length; at += 1) {
    const mark = text[at]!;
    if (mark === '\n') line += 1;
    if (quoted) {
      if (mark === '\\') at += 1;
      else if (mark === '"') quoted = false;
      continue;
    }
    if (mark === '"') quoted = true;
    if (mark === '}' || mark === ']') depth -= 1;
    if (mark === '{' || mark === '[') {
      if (depth === 1) lines.push(line);
      depth += 1;
    }
  }
  return lines;
}

function readLines<Row>(
  file: string,
  schema: z.ZodType<Row>,
  problem: (row: Row) => string | undefined,
): Row[] {
  const lines = readFileSync(file, 'utf8').split('\n');
  return lines.flatMap((line, at) => {
    if (line.trim() === '') return [];
    let json: unknown;
    try {
      json = JSON.parse(line);
    } catch (error) {
      throw new Error(`${file}:${at + 1}: ${(error as Error).message}`, { cause: error });
    }
    const parsed = schema.safeParse(json);
    const found = parsed.success ? problem(parsed.data) : problemOf(parsed.error);
    if (!parsed.success || found) throw new Error(`${file}:${at + 1}: ${found}`);
    return [parsed.data];
  });
}

function problemOf(error: z.ZodError): string {
  return error.issues
    .map(({ path: where, message }) => (where.length > 0 ? `${where.join('.')}: ${message}` : message))
    .join('; ');
}
