import { randomUUID } from 'node:crypto';
import { FixedClock } from '#config';
import { analyticsQuery } from '#contracts/console';
import type { Database } from '#database';
import { OrgService, SecretBox, type Org } from '#identity';
import { describeWith } from '../../../test/harness/services.ts';
import { createTestDatabase, openDatabase, type TestDatabase } from '../../../test/harness/test-database.ts';
import { Rollups } from '../rollups/rollups.service.ts';
import { LATE_MS } from '../rollups/touched-hours.read-model.ts';
import { addRandomRows } from '../testing/random-rows.fixture.ts';
import { AnalyticsReadModel } from './analytics.read-model.ts';
import { Analytics } from './analytics.service.ts';

const HOUR_MS = 3_600_000;

describeWith('postgres', 'how fresh rollups are', () => {
  const clock = new FixedClock(new Date('2026-11-01T12:20:00Z'));
  let testDatabase: TestDatabase;
  let database: Database;
  let close: () => Promise<void>;
  let orgs: OrgService;
  let rollups: Rollups;

  beforeAll(async () => {
    testDatabase = await createTestDatabase();
    ({ database, close } = await openDatabase(testDatabase.settings));
    orgs = new OrgService(database, clock, new Map<string, string>(), new SecretBox(undefined));
    rollups = new Rollups(database, clock, orgs);
  });
  afterAll(async () => {
    await close?.();
    await testDatabase?.drop();
  });

  const newOrg = () => orgs.create({ slug: `o-${randomUUID().slice(0, 8)}`, name: 'Org', packs: [] });
  const fillLastHour = ({ id: orgId }: Org) => {
    const to = clock.now();
    return addRandomRows(database, {
      orgId,
      turns: 3,
      from: new Date(to.getTime() - HOUR_MS),
      to,
      seed: to.getTime(),
    });
  };
  const freshUntil = async (orgId: string | null) => {
    const analytics = new Analytics(new AnalyticsReadModel(database), clock, orgs);
    const query = analyticsQuery.parse({ measures: 'turns', by: 'day' });
    return (await analytics.ask(orgId, query)).rolledUpAt;
  };

  it('is now where nothing has come since, and when they were made where something has', async () => {
    const [idle, busy] = [await newOrg(), await newOrg()];
    await Promise.all([idle, busy].map((org) => fillLastHour(org)));
    // Rounds go on until what was late has come.
    clock.advance(LATE_MS + 1);
    for (const { id } of [idle, busy]) await rollups.rollOrg(id);
    const rolledAt = clock.now().toISOString();
    clock.advance(2 * HOUR_MS);
    const now = clock.now().toISOString();
    await fillLastHour(busy);
    expect(await freshUntil(idle.id)).toBe(now);
    expect(await freshUntil(busy.id)).toBe(rolledAt);
    expect(await freshUntil(null)).toBe(rolledAt);
    await rollups.rollOrg(busy.id);
    expect(await freshUntil(busy.id)).toBe(now);
    expect(await freshUntil(null)).toBe(now);
    expect(await freshUntil((await newOrg()).id)).toBe(null);
  });
});
