import { jsonbText } from '#text';
import type { OrgTransaction } from './ports/org-transaction.ts';

const snakeCase = (name: string) => name.replace(/([a-z0-9])([A-Z])/g, '$1_$2').toLowerCase();

/** Inserts a row. Absent columns get their defaults. */
export function insertRow<Row extends object>(tx: OrgTransaction, table: string, row: Row): Promise<void> {
  return insert(tx, table, [row], '');
}

/** Inserts the rows whose key does not exist yet. Existing rows do not change. */
export async function insertMissing(tx: OrgTransaction, table: string, rows: object[]): Promise<void> {
  if (rows.length > 0) await insert(tx, table, rows, 'ON CONFLICT DO NOTHING');
}

async function insert(tx: OrgTransaction, table: string, rows: object[], onConflict: string): Promise<void> {
  const columns = Object.keys(rows[0] ?? {})
    .map(snakeCase)
    .join(', ');
  const records = rows.map((row) =>
    Object.fromEntries(Object.entries(row).map(([name, value]) => [snakeCase(name), value])),
  );
  await tx.query(
    `INSERT INTO ${table} (org_id, ${columns})
     SELECT $1, ${columns} FROM jsonb_populate_recordset(NULL::${table}, $2::jsonb) ${onConflict}`,
    [jsonbText(records)],
  );
}

/** Columns for a SELECT whose rows have these names: `deal_id AS "dealId"` for `dealId`. */
export function columnsOf(names: readonly string[]): string {
  return names.map((name) => `${snakeCase(name)} AS "${name}"`).join(', ');
}
