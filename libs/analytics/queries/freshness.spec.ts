import { analyticsQuery } from '#contracts/console';
import type { Org } from '#identity';
import { describeWith } from '../../../test/harness/services.ts';
import { suiteDatabase } from '../../../test/harness/suite-database.ts';
import { LATE_MS } from '../rollups/touched-hours.read-model.ts';
import { analyticsParts } from '../testing/analytics-parts.fixture.ts';
import { addRandomRows } from '../testing/random-rows.fixture.ts';

const NOW = new Date('2026-11-01T12:20:00Z');
const HOUR_MS = 3_600_000;

describeWith('postgres', 'how fresh rollups are', () => {
  const on = suiteDatabase();

  it('is now if nothing was written since, and otherwise the moment of the last round', async () => {
    const { analytics, clock, database, newOrg, rollups } = analyticsParts(on.database, NOW);
    const fillLastHour = ({ id: orgId }: Org) => {
      const to = clock.now();
      const from = new Date(to.getTime() - HOUR_MS);
      return addRandomRows(database, { orgId, turns: 3, from, to, seed: to.getTime() });
    };
    const freshUntil = async (orgId: string | null) =>
      (await analytics.ask(orgId, analyticsQuery.parse({ measures: 'turns', by: 'day' }))).rolledUpAt;
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
