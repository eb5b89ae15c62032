import { randomUUID } from 'node:crypto';
import { FixedClock } from '#config';
import { embedOffline, OfflineEmbedder } from '#models';
import { describeWith } from '../../../test/harness/services.ts';
import { describeOnEachDatabase, suiteDatabase } from '../../../test/harness/suite-database.ts';
import { InsightService } from '../insight.service.ts';
import { seedInsights } from '../seeded-insights.ts';
import { EXACT_INSIGHTS, nearestOfOrg } from './insight-search.repository.ts';
import { unlessAllWeak } from './retrieval.ts';

const now = new Date('2026-03-02T09:00:00Z');
const NAMES = 'Ada Ben Cleo Dan Eva Finn Gia Hugo Iris Jon'.split(' ');
const THINGS = 'tea rowing harbours gardens violins bakeries trams lakes markets towers'.split(' ');

/** The text with number `index`. All texts are different. */
const textOf = (index: number) =>
  `${NAMES[index % 10]} likes ${THINGS[Math.floor(index / 10) % 10]} number ${index}`;

describeOnEachDatabase('retrieval', (on) => {
  const memory = () => new InsightService(on.database, new OfflineEmbedder(), new FixedClock(now));

  async function seed(orgId: string, contactId: string, count: number, from = 0): Promise<void> {
    const insights = Array.from({ length: count }, (_unused, offset) => {
      const text = textOf(from + offset);
      return {
        id: randomUUID(),
        contactId,
        category: 'preference' as const,
        importance: 5,
        createdAt: new Date(now.getTime() - (count - offset) * 1_000),
        embedded: { text, model: 'offline-ngrams-2', embedding: embedOffline(text) },
      };
    });
    await on.database.forOrg(orgId, (tx) => seedInsights(tx, insights));
  }
  const texts = async (orgId: string, contactId: string, text: string) =>
    (await memory().retrieve({ orgId, contactId, text, limit: 5 })).map((insight) => insight.text);

  it.each([
    ['xqzvw blorp', true],
    ['quantum chromodynamics', true],
    ['فقشثص ضغطظ', true],
    ['harbours', false],
    // Similar spelling.
    ['harbuors', false],
    ['gardns', false],
    // Requested category.
    ['what does she like?', false],
  ])('%j has only weak results: %s', async (text, weak) => {
    const orgId = randomUUID();
    await seed(orgId, 'few', 100);
    const found = await memory().retrieve({ orgId, contactId: 'few', text, limit: 5 });
    expect(found).toHaveLength(5);
    expect(found[0]?.weak === true).toBe(weak);
    expect(unlessAllWeak(found)).toHaveLength(weak ? 0 : 5);
    const ofOrg = await memory().searchOrg(orgId, { text, limit: 5 });
    expect(unlessAllWeak(ofOrg)).toHaveLength(weak ? 0 : 5);
  });

  it('finds the same in a contact above the limit of exact comparison', async () => {
    const orgId = randomUUID();
    await seed(orgId, 'few', 100);
    await seed(orgId, 'many', EXACT_INSIGHTS + 10);
    expect((await texts(orgId, 'few', 'the tea of Ada, number 0'))[0]).toBe(textOf(0));
    expect((await texts(orgId, 'many', `Ada, tea, number 2000`))[0]).toBe(textOf(2_000));
    expect((await texts(orgId, 'many', `Ada, tea, number 0`))[0]).toBe(textOf(0));
  });

  it('searches a whole org, and no other', async () => {
    const [own, other] = [randomUUID(), randomUUID()];
    await seed(own, 'ann', 10);
    await seed(own, 'bob', 10, 10);
    await seed(other, 'ann', 10, 20);
    const found = await memory().searchOrg(own, { text: 'Who likes rowing, number 13?', limit: 3 });
    expect(found[0]).toMatchObject({ contactId: 'bob', text: textOf(13) });
    expect(found).toHaveLength(3);
    const all = await memory().searchOrg(own, { text: 'likes', limit: 100 });
    expect(all).toHaveLength(20);
    expect(await memory().searchOrg(own, { text: 'likes', limit: 5, category: 'timeline' })).toEqual([]);
  });
});

describeWith('postgres', 'the index by nearness', () => {
  const on = suiteDatabase();

  it('finds the same by index as by comparison', async () => {
    const [own, other] = [randomUUID(), randomUUID()];
    for (const orgId of [own, other]) {
      const insights = Array.from({ length: 500 }, (_, index) => ({
        id: randomUUID(),
        contactId: `c-${index % 25}`,
        category: 'preference' as const,
        importance: 5,
        createdAt: now,
        embedded: { text: textOf(index), model: 'offline-ngrams-2', embedding: embedOffline(textOf(index)) },
      }));
      await on.database.forOrg(orgId, (tx) => seedInsights(tx, insights));
    }
    const question = 'Does Eva like lakes?';
    const query = { text: question, model: 'offline-ngrams-2', embedding: embedOffline(question) };
    const search = (by: 'index' | 'comparison') =>
      on.database.forOrg(own, (tx) => nearestOfOrg(tx, { query, now, limit: 10 }, by));
    const [byIndex, exact] = [await search('index'), await search('comparison')];
    expect(byIndex.map(({ similarity }) => similarity?.toFixed(5))).toEqual(
      exact.map(({ similarity }) => similarity?.toFixed(5)),
    );
  });
});
