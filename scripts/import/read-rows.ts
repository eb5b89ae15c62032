import { z } from 'zod';
import type { PackImport } from '#pack-kit';
import { StartRefusedError } from '../start/start.errors.ts';

/** Maximum number of problems shown for a file. */
const MOST_PROBLEMS = 10;

/**
 * The rows of a file of JSON lines. Empty lines are skipped.
 *
 * @throws StartRefusedError with the invalid lines and their problems; nothing has been changed.
 */
export function readRows(text: string, { name, row, keyOf }: PackImport): unknown[] {
  const rows: unknown[] = [];
  const problems: string[] = [];
  const lines = new Map<string, number>();
  for (const [index, line] of text
    .replace(/^\uFEFF/, '')
    .split(/\r?\n/)
    .entries()) {
    if (line.trim() === '') continue;
    const number = index + 1;
    const read = row.safeParse(jsonOf(line));
    if (!read.success) {
      problems.push(`line ${number}: ${z.prettifyError(read.error).replaceAll('\n', ' ')}`);
      continue;
    }
    const key = keyOf(read.data);
    const before = lines.get(key);
    if (before !== undefined)
      problems.push(`line ${number}: ${JSON.stringify(key)} stands in line ${before} already`);
    lines.set(key, number);
    rows.push(read.data);
  }
  if (rows.length === 0 && problems.length === 0) problems.push(`the file has no rows of ${name}`);
  if (problems.length > 0) {
    const more = problems.length > MOST_PROBLEMS ? [`and ${problems.length - MOST_PROBLEMS} more`] : [];
    throw new StartRefusedError(
      `Nothing was imported:\n  ${[...problems.slice(0, MOST_PROBLEMS), ...more].join('\n  ')}`,
    );
  }
  return rows;
}

function jsonOf(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}
