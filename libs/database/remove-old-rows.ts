import type { Database } from './database.ts';
import { forEachOrg } from './for-each-org.ts';
import type { OrgTransaction } from './transaction.ts';

const BATCH = 500;

/** Rows whose retention has ended. */
export interface OldRows {
  table: string;
  /** SQL condition on the rows of `table` (alias `t`) and `$1`. An index that starts with org_id must support it. */
  condition: string;
  /** The value of `$1`. */
  before: Date | string;
  /** Removes up to `limit` rows of the org with their dependent rows. @returns the number of removed rows. */
  remove(tx: OrgTransaction, limit: number): Promise<number>;
}

/**
 * Removes old rows from every org, 500 rows per transaction.
 *
 * @returns the number of removed rows.
 * @throws AggregateError with all failures, after the last org.
 */
export async function removeOldRows(database: Database, rows: OldRows): Promise<number> {
  const orgs = await database.asPlatform(`old rows of ${rows.table} are removed in every org`, (tx) =>
    tx.query<{ orgId: string }>(orgsHaving(rows), [rows.before]),
  );
  let removed = 0;
  const removeOf = async (orgId: string) => {
    let count: number;
    do {
      count = await database.forOrg(orgId, (tx) => rows.remove(tx, BATCH));
      removed += count;
    } while (count === BATCH);
  };
  const orgIds = orgs.map(({ orgId }) => orgId);
  await forEachOrg(orgIds, `Some orgs keep old rows of ${rows.table}`, removeOf);
  return removed;
}

/** Finds the orgs by an index skip scan, because the server would read the whole table for a DISTINCT. */
function orgsHaving({ table, condition }: OldRows): string {
  return `
    WITH RECURSIVE found AS (
      (SELECT org_id FROM ${table} ORDER BY org_id LIMIT 1)
      UNION ALL
      SELECT (SELECT n.org_id FROM ${table} n WHERE n.org_id > found.org_id ORDER BY n.org_id LIMIT 1)
        FROM found WHERE found.org_id IS NOT NULL
    )
    SELECT org_id AS "orgId" FROM found
     WHERE org_id IS NOT NULL AND EXISTS (SELECT 1 FROM ${table} t WHERE t.org_id = found.org_id AND ${condition})`;
}
