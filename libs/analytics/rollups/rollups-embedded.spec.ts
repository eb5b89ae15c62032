import { analyticsQuery } from '#contracts/console';
import { createEmbeddedTestDatabase } from '../../../test/harness/embedded-test-database.ts';
import { suiteDatabase } from '../../../test/harness/suite-database.ts';
import { analyticsParts } from '../testing/analytics-parts.fixture.ts';
import { addRandomRows } from '../testing/random-rows.fixture.ts';

const NOW = new Date('2026-11-01T12:20:00Z');
const DAY_MS = 86_400_000;

const on = suiteDatabase({ create: createEmbeddedTestDatabase });

it('rolls up and answers on the embedded database', async () => {
  const { database } = on;
  const { analytics, newOrg, rollups } = analyticsParts(database, NOW);
  const { id: orgId } = await newOrg({ timezone: 'Asia/Kolkata' });
  await addRandomRows(database, {
    orgId,
    turns: 30,
    from: new Date(NOW.getTime() - 2 * DAY_MS),
    to: NOW,
    seed: 9,
  });
  await rollups.roll();
  const ask = (more: object) =>
    analytics.ask(orgId, analyticsQuery.parse({ measures: 'turns,latencyP95', ...more }));
  expect((await ask({ days: '4' })).rows[0]?.values).toEqual([30, expect.any(Number)]);
  const byMinute = await ask({ by: 'minute', from: '2026-10-31T12:20:00Z', to: '2026-11-01T12:20:00Z' });
  expect(byMinute.answeredFrom).toBe('rows');
  expect(byMinute.rows.length).toBeGreaterThan(0);
});
