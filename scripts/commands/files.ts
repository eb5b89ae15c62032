import { readFileSync } from 'node:fs';
import { text } from 'node:stream/consumers';
import type { z } from 'zod';
import { StartRefusedError } from '../start/start.errors.ts';
import { UsageError } from './usage.errors.ts';

/** The text of a file; `-` is standard input. @throws UsageError when it cannot be read. */
export async function textOf(file: string): Promise<string> {
  try {
    return file === '-' ? await text(process.stdin) : readFileSync(file, 'utf8');
  } catch (error) {
    throw new UsageError(`${file} cannot be read: ${(error as Error).message}`, { cause: error });
  }
}

/**
 * Parses the JSON of a file with `schema`.
 *
 * @throws UsageError when the file cannot be read; StartRefusedError with the position and the problem.
 */
export async function jsonOf<Value>(schema: z.ZodType<Value>, file: string): Promise<Value> {
  let content: unknown;
  try {
    content = JSON.parse(await textOf(file));
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    throw new StartRefusedError(`${file} cannot be read as JSON: ${error.message}`, { cause: error });
  }
  const parsed = schema.safeParse(content);
  if (parsed.success) return parsed.data;
  const problems = parsed.error.issues.map(({ path, message }) => `  /${path.join('/')}: ${message}`);
  throw new StartRefusedError(`${file} does not fit:\n${problems.join('\n')}`);
}
