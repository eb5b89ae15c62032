import type { OrgTransaction, PlatformTransaction } from '#database';

/** Maximum number of rows removed per transaction, plus rows with the same timestamp as the last one. */
export const REMOVED_AT_ONCE = 1_000;

/** The timestamp of each table's rows. Large tables have an index that starts with org and timestamp. */
const MOMENTS = {
  traces: 'started_at',
  // The end of the month in which its traces began.
  prompt_texts: `((month + interval '1 month') AT TIME ZONE 'UTC')`,
  tool_calls: 'created_at',
  broker_decisions: 'created_at',
} as const;
export type RetainedTable = keyof typeof MOMENTS;
export const retainedTables = Object.keys(MOMENTS) as RetainedTable[];

/** Removes the oldest rows before $2, up to the timestamp of row $3 + 1. */
const removal = (table: RetainedTable, moment: string) => `
  DELETE FROM ${table} WHERE org_id = $1 AND ${moment} < $2 AND ${moment} <= coalesce(
    (SELECT ${moment} FROM ${table} WHERE org_id = $1 AND ${moment} < $2 ORDER BY ${moment} OFFSET $3 LIMIT 1), $2)`;

const REMOVALS = Object.fromEntries(
  retainedTables.map((table) => [table, removal(table, MOMENTS[table])]),
) as Record<RetainedTable, string>;

/** Waits for a rollup round that is processing these hours. */
const MARK = `
  UPDATE rollup_progress SET decisions_since = $3
   WHERE org_id = $1 AND coalesce(decisions_since, '-infinity') < $3
     AND EXISTS (SELECT 1 FROM broker_decisions WHERE org_id = $1 AND created_at < $2)`;

/**
 * Removes the org's oldest rows from before `before`, at most {@link REMOVED_AT_ONCE}.
 *
 * @returns whether there are more rows to remove.
 */
export async function removeRows(tx: OrgTransaction, table: RetainedTable, before: Date): Promise<boolean> {
  return (await tx.execute(REMOVALS[table], [before, REMOVED_AT_ONCE - 1])) >= REMOVED_AT_ONCE;
}

/** Freezes rollups from before `until`, because decisions from before `before` are about to be removed. */
export async function markDecisionsRemoved(tx: OrgTransaction, before: Date, until: Date): Promise<void> {
  await tx.execute(MARK, [before, until]);
}

/**
 * Drops the oldest monthly partition of traces, for all orgs, that ended at or before `before`.
 *
 * @returns whether there may be another one; false also if long-running readers block the drop.
 */
export async function dropTraceMonth(tx: PlatformTransaction, before: Date): Promise<boolean> {
  const [row] = await tx.query<{ dropped: boolean }>('SELECT drop_trace_partition($1) AS dropped', [before]);
  return row?.dropped === true;
}
