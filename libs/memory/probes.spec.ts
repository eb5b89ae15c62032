import { randomUUID } from 'node:crypto';
import { FixedClock } from '#config';
import { embedOffline, OfflineEmbedder } from '#models';
import { suiteDatabase } from '../../test/harness/suite-database.ts';
import { InsightService } from './insight.service.ts';
import { seedInsights, type SeededInsight } from './seeded-insights.ts';

const now = new Date('2026-03-02T09:00:00Z');
const ORGS = 5;
const CONTACTS = 20;
const FACTS = 10;
/** Number of retrievals. Each returns up to 20 insights, all of which are checked. */
const RETRIEVES = 5_600;
const LEAST_PROBES = 100_000;

const THINGS = 'kitchen garden balcony school garage office terrace pool harbour studio'.split(' ');
const on = suiteDatabase();
const COLOURS = 'red green blue white black grey brown pink gold silver'.split(' ');

/**
 * All contacts of all orgs have the same insights, which differ only in org, contact and validity. Each text names its
 * owner and its expected state.
 */
it('no retrieval returns insights that are superseded, expired, or of another contact or org', async () => {
  const { database } = on;
  const orgs = Array.from({ length: ORGS }, () => randomUUID());
  for (const [org, orgId] of orgs.entries()) {
    const insights = Array.from({ length: CONTACTS }, (_, contact) =>
      THINGS.slice(0, FACTS).flatMap((thing, fact) =>
        ['current', 'also', 'superseded', 'expired'].map((fate): SeededInsight => {
          const text = `o${org}c${contact} likes the ${COLOURS[fact]} ${thing} ${fate}`;
          const embedded = { text, model: 'offline-ngrams-2', embedding: embedOffline(text) };
          const usual = { category: 'preference' as const, importance: 5, createdAt: now };
          return { id: randomUUID(), contactId: `c-${contact}`, ...usual, embedded };
        }),
      ),
    ).flat();
    await database.forOrg(orgId, async (tx) => {
      await seedInsights(tx, insights);
      await tx.execute(
        `UPDATE insights SET superseded_by_id = gen_random_uuid(), valid_until = $2 WHERE org_id = $1 AND text LIKE '%superseded'`,
        [now],
      );
      await tx.execute(
        `UPDATE insights SET expires_at = $2::timestamptz - interval '1 second' WHERE org_id = $1 AND text LIKE '%expired'`,
        [now],
      );
    });
  }
  const memory = new InsightService(database, new OfflineEmbedder(), new FixedClock(now));
  let probes = 0;
  const wrong: string[] = [];
  for (let at = 0; at < RETRIEVES; at += 1) {
    const [org, contact, fact] = [at % ORGS, Math.floor(at / ORGS) % CONTACTS, at % FACTS];
    const fate = ['superseded', 'expired', 'o1c1', ''][at % 4] ?? '';
    const text = `Who likes the ${COLOURS[fact]} ${THINGS[fact]} ${fate}?`;
    const found = await memory.retrieve({ orgId: orgs[org]!, contactId: `c-${contact}`, text, limit: 20 });
    expect(found).toHaveLength(20);
    probes += found.length;
    for (const insight of found)
      if (!new RegExp(`^o${org}c${contact} .*(current|also)$`).test(insight.text)) wrong.push(insight.text);
  }
  expect(wrong).toEqual([]);
  expect(probes).toBeGreaterThanOrEqual(LEAST_PROBES);
}, 300_000);
