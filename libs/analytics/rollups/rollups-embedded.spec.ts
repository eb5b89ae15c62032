import { analyticsQuery } from '#contracts/console';
import { FixedClock } from '#config';
import { OrgService, SecretBox } from '#identity';
import { createEmbeddedTestDatabase } from '../../../test/harness/embedded-test-database.ts';
import { openDatabase } from '../../../test/harness/test-database.ts';
import { AnalyticsReadModel } from '../queries/analytics.read-model.ts';
import { Analytics } from '../queries/analytics.service.ts';
import { addRandomRows } from '../testing/random-rows.fixture.ts';
import { Rollups } from './rollups.service.ts';

const NOW = new Date('2026-11-01T12:20:00Z');
const DAY_MS = 86_400_000;

it('rolls up and answers on the embedded database', async () => {
  const testDatabase = await createEmbeddedTestDatabase();
  const { database, close } = await openDatabase(testDatabase.settings);
  try {
    const clock = new FixedClock(NOW);
    const orgs = new OrgService(database, clock, new Map<string, string>(), new SecretBox(undefined));
    const { id: orgId } = await orgs.create({ slug: 'a', name: 'A', packs: [], timezone: 'Asia/Kolkata' });
    await addRandomRows(database, {
      orgId,
      turns: 30,
      from: new Date(NOW.getTime() - 2 * DAY_MS),
      to: NOW,
      seed: 9,
    });
    await new Rollups(database, clock, orgs).roll();
    const analytics = new Analytics(new AnalyticsReadModel(database), clock, orgs);
    const ask = (more: object) =>
      analytics.ask(orgId, analyticsQuery.parse({ measures: 'turns,latencyP95', ...more }));
    expect((await ask({ days: '4' })).rows[0]?.values).toEqual([30, expect.any(Number)]);
    const byMinute = await ask({ by: 'minute', from: '2026-10-31T12:20:00Z', to: '2026-11-01T12:20:00Z' });
    expect(byMinute.answeredFrom).toBe('rows');
    expect(byMinute.rows.length).toBeGreaterThan(0);
  } finally {
    await close();
    await testDatabase.drop();
  }
});
