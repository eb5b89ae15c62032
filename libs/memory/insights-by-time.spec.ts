import { randomUUID } from 'node:crypto';
import type { DataSource } from 'typeorm';
import { createTestDatabase, openDatabase, type TestDatabase } from '../../test/harness/test-database.ts';
import { SAID_AT } from './insight.repository.ts';

describe('insights of an org, newest first', () => {
  let test: TestDatabase;
  let dataSource: DataSource;
  let close: () => Promise<void>;

  beforeAll(async () => {
    test = await createTestDatabase();
    ({ dataSource, close } = await openDatabase(test.settings));
  });
  afterAll(async () => {
    await close();
    await test.drop();
  });

  it('are read by their index, without sorting', async () => {
    const runner = dataSource.createQueryRunner();
    await runner.query('SET enable_seqscan = off');
    const plan = (await runner.query(
      `EXPLAIN SELECT id FROM insights WHERE org_id = $1 ORDER BY ${SAID_AT} DESC, id DESC LIMIT 50`,
      [randomUUID()],
    )) as { 'QUERY PLAN': string }[];
    await runner.query('RESET enable_seqscan');
    await runner.release();
    const lines = plan.map((line) => line['QUERY PLAN']).join('\n');
    expect(lines).toContain('insights_by_time');
    expect(lines).not.toContain('Sort');
  });
});
