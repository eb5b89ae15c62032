import { suiteDatabase } from '../../../test/harness/suite-database.ts';
import { ORG_A, ORG_B, spanRow } from '../testing/span.fixture.ts';
import { PostgresSpanSink } from './postgres-span-sink.repository.ts';

describe('row-level security of spans', () => {
  const on = suiteDatabase();

  it('cannot be bypassed through a partition or by creating one', async () => {
    await new PostgresSpanSink(on.database).write([spanRow({ orgId: ORG_B })]);
    const refused = (orgId: string, sql: string) =>
      expect(on.database.forOrg(orgId, (tx) => tx.executeUnscoped(sql))).rejects.toThrow('permission denied');
    await refused(ORG_A, 'SELECT 1 FROM spans_2026_03');
    await refused(ORG_B, 'SELECT 1 FROM spans_2026_03');
    await refused(ORG_A, `SELECT ensure_span_partition('2040-01-01')`);
  });
});
