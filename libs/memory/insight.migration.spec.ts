import { randomUUID } from 'node:crypto';
import type { DataSource } from 'typeorm';
import { createTestDatabase, openDatabase, type TestDatabase } from '../../test/harness/test-database.ts';
import { InsightUtterances1763600000550 } from '../../migrations/1763600000550-insight-utterances.ts';
import { InsightsByTime1763600000570 } from '../../migrations/1763600000570-insights-by-time.ts';
import { SAID_AT } from './insight.repository.ts';

const DAY = (day: number) => new Date(Date.UTC(2026, 0, day));

describe('insights from before it was kept when they were said', () => {
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

  it('go by when they were stored or last said again, and are not written anew', async () => {
    const [columns, index] = [new InsightUtterances1763600000550(), new InsightsByTime1763600000570()];
    const runner = dataSource.createQueryRunner();
    const orgId = randomUUID();
    await index.down(runner);
    await columns.down(runner);
    const add = (text: string, updatedAt: Date, supersededBy: string | null = null) =>
      runner.query(
        `INSERT INTO insights (org_id, id, contact_id, text, normalized_text, category, source, embedding_model,
                               embedding, superseded_by_id, created_at, updated_at)
         VALUES ($1, gen_random_uuid(), 'ann', $2, $2, 'preference', 'agent_extracted', 'm',
                 array_fill(0, ARRAY[768])::real[]::vector, $3, $4, $5)`,
        [orgId, text, supersededBy, DAY(3), updatedAt],
      );
    await add('once', DAY(3));
    await add('said again', DAY(5));
    await add('superseded', DAY(5), randomUUID());
    const written = () =>
      runner.query(
        'SELECT ctid, xmin, pg_relation_filenode(tableoid) FROM insights WHERE org_id = $1 ORDER BY text',
        [orgId],
      ) as Promise<object[]>;
    const before = await written();
    await columns.up(runner);
    await index.up(runner);
    expect(await written()).toEqual(before);
    const rows = (await runner.query(
      `SELECT text, ${SAID_AT} AS said_at, said_turn, said_by FROM insights WHERE org_id = $1 ORDER BY text`,
      [orgId],
    )) as object[];
    await runner.query('SET enable_seqscan = off');
    const plan = (await runner.query(
      `EXPLAIN SELECT id FROM insights WHERE org_id = $1 ORDER BY ${SAID_AT} DESC, id DESC LIMIT 50`,
      [orgId],
    )) as { 'QUERY PLAN': string }[];
    await runner.query('RESET enable_seqscan');
    await runner.release();
    expect(rows).toEqual([
      { text: 'once', said_at: DAY(3), said_turn: 0, said_by: null },
      { text: 'said again', said_at: DAY(5), said_turn: 0, said_by: null },
      { text: 'superseded', said_at: DAY(3), said_turn: 0, said_by: null },
    ]);
    const lines = plan.map((line) => line['QUERY PLAN']).join('\n');
    expect(lines).toContain('insights_by_time');
    expect(lines).not.toContain('Sort');
  });
});
