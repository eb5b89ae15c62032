import { existsSync, readFileSync } from 'node:fs';
import { z } from 'zod';
import { UsageError } from '../scripts/commands/usage.errors.ts';

/**
 * Reads a file with one JSON value per line. Skips empty lines and lines that start with `//`.
 *
 * @param problem describes a problem of a row beyond its schema; undefined if there is none.
 * @throws UsageError with file and line of the first malformed row, or without a file.
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
      throw new UsageError(`${file}:${at + 1}: ${(error as Error).message}`, { cause: error });
    }
    const parsed = schema.safeParse(json);
    const found = parsed.success ? problem(parsed.data) : problemOf(parsed.error);
    if (!parsed.success || found) throw new UsageError(`${file}:${at + 1}: ${found}`);
    return [parsed.data];
  });
}

/** The text of a file, without a byte order mark. */
export function textOf(file: string): string {
  if (!existsSync(file)) throw new UsageError(`${file}: there is no such file`);
  return readFileSync(file, 'utf8').replace(/^\uFEFF/, '');
}

/** The problems of a row in one line. */
export function problemOf(error: z.ZodError): string {
  return error.issues
    .map(({ path: where, message }) => (where.length > 0 ? `${where.join('.')}: ${message}` : message))
    .join('; ');
}
