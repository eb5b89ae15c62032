import { readFileSync } from 'node:fs';
import { randomUUID } from 'node:crypto';
import { describeWith } from '../../../test/harness/services.ts';
import { suiteDatabase } from '../../../test/harness/suite-database.ts';
import { addRandomRows } from '../testing/random-rows.fixture.ts';

const guide = readFileSync('docs/analytics.md', 'utf8');
const queries = [...guide.matchAll(/^```sql\n(.+?)^```/gms)].map(([, sql]) => sql ?? '');
const DAY_MS = 86_400_000;

describeWith('postgres', 'the worked queries of docs/analytics.md', () => {
  const on = suiteDatabase();

  it('are ten, and each finds rows of a busy org', async () => {
    expect(queries).toHaveLength(10);
    const { database, dataSource } = on;
    const orgId = randomUUID();
    await dataSource.query(
      `INSERT INTO orgs (id, slug, name, packs, timezone, settings, created_at) VALUES ($1, 'busy', 'Busy', '{}', 'UTC', '{}', now())`,
      [orgId],
    );
    const now = Date.now();
    await addRandomRows(database, {
      orgId,
      turns: 400,
      from: new Date(now - 14 * DAY_MS),
      to: new Date(now),
      seed: 3,
    });
    await dataSource.query(
      `INSERT INTO audit_log (id, org_id, actor_kind, action, target, before, after, at)
         VALUES ($1, $2, 'user', 'flag.set', 'flag:tool_broker', '{"value":"off"}', '{"value":"shadow"}', now() - interval '2 days')`,
      [randomUUID(), orgId],
    );
    for (const sql of queries)
      expect([sql, (await dataSource.query<unknown[]>(sql)).length > 0]).toEqual([sql, true]);
  });
});
