import type { EntityTarget, ObjectLiteral } from 'typeorm';
import type { Database } from '#database';

/** The org's rows of an entity, all or those with the given values, with the types that the entity declares. */
export async function orgRows<Row extends ObjectLiteral>(
  database: Database,
  orgId: string,
  entity: EntityTarget<Row>,
  where: Partial<Row> = {},
): Promise<Row[]> {
  const { columns, tableName } = database.dataSource.getMetadata(entity);
  const { driver } = database.dataSource;
  const named = columns.map((column) => `"${column.databaseName}" AS "${column.propertyName}"`);
  const conditions = Object.keys(where).map((name, at) => {
    const column = columns.find(({ propertyName }) => propertyName === name);
    return `"${column?.databaseName}" IS NOT DISTINCT FROM $${at + 1}`;
  });
  const sql = `SELECT ${named.join()} FROM "${tableName}" WHERE ${['true', ...conditions].join(' AND ')}`;
  // Row-level security limits the rows to the org.
  const rows = await database.forOrg(orgId, (tx) =>
    tx.queryUnscoped<Record<string, unknown>>(sql, Object.values(where)),
  );
  for (const row of rows)
    for (const column of columns)
      row[column.propertyName] = driver.prepareHydratedValue(row[column.propertyName], column);
  return rows as unknown as Row[];
}
