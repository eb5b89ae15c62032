import { momentCursor } from '#contracts';
import type { Transaction } from '#database';

/** SQL: the org `o` of a row as answers have it; null for a row of no org. */
export const ORG = `CASE WHEN o.id IS NOT NULL THEN json_build_object('id', o.id, 'slug', o.slug, 'name', o.name) END AS org`;

/** Reads rows as answers have them: with timestamps as ISO strings. */
export async function readRows<Row extends object>(
  tx: Pick<Transaction, 'queryUnscoped'>,
  sql: string,
  values: unknown[],
): Promise<Row[]> {
  return (await tx.queryUnscoped<Row>(sql, values)).map(withIsoTimes);
}

/** The row with each timestamp as an ISO string. */
function withIsoTimes<Row extends object>(row: Row): Row {
  const entries = Object.entries(row).map(([name, value]: [string, unknown]) => [
    name,
    value instanceof Date ? value.toISOString() : value,
  ]);
  return Object.fromEntries(entries) as Row;
}

/** The place after which a list by a moment and an id goes on; nulls for its first page. @throws CursorError */
export function momentIn(cursor: string | undefined): [at: Date, id: string] | [null, null] {
  return cursor === undefined ? [null, null] : momentCursor.decode(cursor);
}

/** The cursor of a row in a list by a moment and an id. */
export function cursorAt(at: string, id: string): string {
  return momentCursor.encode([new Date(at), id]);
}

export function cursorOf({ createdAt, id }: { createdAt: string; id: string }): string {
  return cursorAt(createdAt, id);
}
