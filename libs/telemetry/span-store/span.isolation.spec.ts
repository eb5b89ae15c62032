import type { Database } from '#database';
import { createTestDatabase, openDatabase, type TestDatabase } from '../../../test/harness/test-database.ts';
import { ORG_A, ORG_B, spanRow, TRACE } from './span.fixture.ts';
import { PostgresSpanSink } from './postgres-span-sink.repository.ts';

describe('row-level security of spans', () => {
  let testDatabase: TestDatabase;
  let database: Database;
  let close: () => Promise<void>;

  beforeAll(async () => {
    testDatabase = await createTestDatabase();
    ({ database, close } = await openDatabase(testDatabase.settings));
    await new PostgresSpanSink(database).write([spanRow({ orgId: ORG_B })]);
  });

  afterAll(async () => {
    await close?.();
    await testDatabase?.drop();
  });

  const asOrgA = (sql: string) => database.forOrg(ORG_A, (tx) => tx.executeUnscoped(sql));
  const asOrgB = (sql: string) => database.forOrg(ORG_B, (tx) => tx.executeUnscoped(sql));

  it('hides the spans of another org, and lets none be written, changed or deleted there', async () => {
    expect(await asOrgB('SELECT 1 FROM spans')).toBe(1);
    expect(await asOrgA('SELECT 1 FROM spans')).toBe(0);
    expect(await asOrgA(`UPDATE spans SET name = 'x'`)).toBe(0);
    expect(await asOrgA('DELETE FROM spans')).toBe(0);
    await expect(
      asOrgA(
        `INSERT INTO spans (trace_id, span_id, started_at, name, org_id, status)
         VALUES ('${TRACE}', 'x', '2026-03-02', 'x', '${ORG_B}', 'success')`,
      ),
    ).rejects.toThrow('row-level security');
    await expect(asOrgB(`UPDATE spans SET org_id = '${ORG_A}'`)).rejects.toThrow('row-level security');
    expect(await asOrgB('SELECT 1 FROM spans')).toBe(1);
  });

  it('has no way around it through a partition, or through making one', async () => {
    await expect(asOrgA('SELECT 1 FROM spans_2026_03')).rejects.toThrow('permission denied');
    await expect(asOrgB('SELECT 1 FROM spans_2026_03')).rejects.toThrow('permission denied');
    await expect(asOrgA(`SELECT ensure_span_partition('2040-01-01')`)).rejects.toThrow('permission denied');
  });
});
