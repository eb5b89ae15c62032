import { readFileSync } from 'node:fs';
import { z } from 'zod';

/**
 * The rows of a file with one JSON value a line; empty lines, and those that begin with `//`, count for nothing.
 *
 * @param problem what is wrong with a row beside its shape; undefined when nothing is.
 * @throws Error that names file and line of the first that is malformed.
 */
export function readLines<Row>(
  file: string,
  schema: z.ZodType<Row>,
  problem: (row: Row) => string | undefined = () => undefined,
): Row[] {
  const lines = textOf(file).split('\n');
  return lines.flatMap((line, at) => {
    if (line.trim() === '' || line.startsWith('//')) return [];
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

/** The text of a file, without the mark that some editors put in front. */
export function textOf(file: string): string {
  return readFileSync(file, 'utf8').replace(/^\uFEFF/, '');
}

/** What does not fit, in one line. */
export function problemOf(error: z.ZodError): string {
  return error.issues
    .map(({ path: where, message }) => (where.length > 0 ? `${where.join('.')}: ${message}` : message))
    .join('; ');
}
