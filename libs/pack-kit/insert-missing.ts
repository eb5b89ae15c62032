import type { OrgTransaction } from './ports/org-transaction.ts';

const snakeCase = (name: string) => name.replace(/([a-z0-9])([A-Z])/g, '$1_$2').toLowerCase();

/** Adds the rows whose key is not there yet and leaves the others as they are, whatever was changed in them since. */
export async function insertMissing(tx: OrgTransaction, table: string, rows: object[]): Promise<void> {
  const [first] = rows;
  if (!first) return;
  const columns = Object.keys(first).map(snakeCase).join(', ');
  const records = rows.map((row) =>
    Object.fromEntries(Object.entries(row).map(([name, value]) => [snakeCase(name), value])),
  );
  await tx.query(
    `INSERT INTO ${table} (org_id, ${columns})
     SELECT $1, ${columns} FROM jsonb_populate_recordset(NULL::${table}, $2::jsonb)
     ON CONFLICT DO NOTHING`,
    [JSON.stringify(records)],
  );
}
