import { randomUUID } from 'node:crypto';
import { FixedClock } from '#config';
import { MAX_FACTS_OF_ORG, type KnowledgeFactText } from '#contracts';
import { ModelError, OfflineEmbedder } from '#models';
import { suiteDatabase } from '../../../test/harness/suite-database.ts';
import { outdatedTexts } from '../outdated.repository.ts';
import { KnowledgeService } from './knowledge.service.ts';
import { seedKnowledge } from './seeded-knowledge.ts';

const on = suiteDatabase();
const clock = new FixedClock(new Date('2026-03-02T09:00:00Z'));
const offline = new OfflineEmbedder();
/** A semantic model that can be away. */
const meaning = {
  model: 'meaning-1' as never,
  semantic: true as never,
  away: false,
  embed(texts: string[]): Promise<number[][]> {
    return this.away ? Promise.reject(new ModelError('UNAVAILABLE', 'away')) : offline.embed(texts);
  },
};
const fact = (title: string, text: string, change: Partial<KnowledgeFactText> = {}): KnowledgeFactText => ({
  topic: 'policies',
  title,
  text,
  source: null,
  ...change,
});
const REFUNDS = fact(
  'Refunds',
  `${'We answer within a day. '.repeat(40)}\n\nThe deposit is refunded within 14 days after a cancellation.`,
  { source: 'https://acme.example/terms' },
);
const PARKING = fact('Parking', 'Visitors park behind the house.');
let knowledge: KnowledgeService;
let orgId: string;

beforeEach(async () => {
  knowledge = new KnowledgeService(on.database, { of: () => offline }, clock);
  orgId = await newOrg();
});

async function newOrg(): Promise<string> {
  const id = randomUUID();
  await on.database.asPlatform('a test', (tx) =>
    tx.executeUnscoped(
      `INSERT INTO orgs (id, slug, name, packs, default_pack, created_at) VALUES ($1, $2, 'Org', '{}', 'alpha', now())`,
      [id, `org-${id}`],
    ),
  );
  return id;
}
const add = async (some: KnowledgeFactText, org = orgId) => {
  const indexed = await knowledge.index(org, some);
  return on.database.forOrg(org, (tx) => knowledge.add(tx, indexed));
};
const list = (org = orgId) => on.database.forOrg(org, (tx) => knowledge.list(tx));
const passages = () =>
  on.database.forOrg(orgId, (tx) =>
    tx.query<{ text: string; model: string }>(
      'SELECT text, embedding_model AS model FROM knowledge_passages WHERE org_id = $1 ORDER BY id',
    ),
  );

it('finds the passage that answers a question, with its source, and nothing of another org', async () => {
  const refunds = await add(REFUNDS);
  await add(PARKING);
  await add(fact('Refunds', 'The deposit of another org is lost.'), await newOrg());
  const [found, ...others] = await knowledge.find(orgId, 'Is my deposit refunded?', { limit: 3 });
  expect(found).toMatchObject({
    factId: refunds,
    source: REFUNDS.source,
    why: expect.stringContaining('refund'),
  });
  expect(found?.text).toContain('within 14 days');
  expect(found?.text.length).toBeLessThan(REFUNDS.text.length / 2);
  for (const { factId } of others) expect(factId).toBe(refunds);
  expect(await knowledge.find(orgId, 'xqzvw blorp', { limit: 3 })).toEqual([]);
  expect(await knowledge.find(orgId, 'Is my deposit refunded?', { limit: 3, without: [refunds!] })).toEqual(
    [],
  );
});

it('replaces the passages with the fact and deletes them with it', async () => {
  const id = (await add(REFUNDS))!;
  const changed = await knowledge.index(orgId, { ...PARKING, topic: 'faq' });
  const otherOrg = await newOrg();
  const change = (org: string) => on.database.forOrg(org, (tx) => knowledge.change(tx, id, changed));
  const remove = (org: string) => on.database.forOrg(org, (tx) => knowledge.remove(tx, id));
  expect(await change(otherOrg)).toBeUndefined();
  expect(await remove(otherOrg)).toBeUndefined();
  expect(await change(orgId)).toMatchObject(REFUNDS);
  expect(await list()).toMatchObject([{ id, ...PARKING, topic: 'faq' }]);
  expect((await passages()).map(({ text }) => text)).toEqual(['Parking\nVisitors park behind the house.']);
  expect(await remove(orgId)).toBe('Parking');
  expect(await passages()).toEqual([]);
});

it('lists by topic and title, up to its limit, also for concurrent additions', async () => {
  await add(fact('B', 'b'));
  await add(fact('A', 'a'));
  await add(fact('C', 'c', { topic: 'offer' }));
  expect((await list()).map(({ title }) => title)).toEqual(['C', 'A', 'B']);
  const indexed = await knowledge.index(orgId, PARKING);
  const all = Array.from({ length: MAX_FACTS_OF_ORG }, () =>
    on.database.forOrg(orgId, (tx) => knowledge.add(tx, indexed)),
  );
  const added = (await Promise.all(all)).filter((id) => id !== undefined);
  expect(added).toHaveLength(MAX_FACTS_OF_ORG - 3);
});

it('is found by words while the provider is away, and re-embedded afterwards', async () => {
  knowledge = new KnowledgeService(on.database, { of: () => meaning }, clock);
  meaning.away = true;
  await add(PARKING);
  expect(await knowledge.find(orgId, 'Where do I park?', { limit: 1 })).toMatchObject([{ source: null }]);
  expect((await passages()).map(({ model }) => model)).toEqual([offline.model]);
  meaning.away = false;
  await on.database.forOrg(orgId, async (tx) => {
    for (const { text, renew } of await outdatedTexts(tx, meaning, 10))
      await renew(tx, { text, model: meaning.model, embedding: (await meaning.embed([text]))[0]! });
    expect(await outdatedTexts(tx, meaning, 10)).toEqual([]);
  });
  expect((await passages()).map(({ model }) => model)).toEqual([meaning.model]);
  const [found] = await knowledge.find(orgId, 'Is there a garage?', { limit: 1 });
  expect(found).toMatchObject({ text: 'Parking\nVisitors park behind the house.' });
});

it('seeds an org once, so that deleted and edited facts do not come back', async () => {
  const seed = (facts: KnowledgeFactText[]) =>
    on.database.forOrg(orgId, (tx) => seedKnowledge(tx, facts, { database: on.database, clock }));
  await seed([PARKING, REFUNDS]);
  await seed([PARKING, fact('More', 'x')]);
  expect((await list()).map(({ title }) => title)).toEqual(['Parking', 'Refunds']);
});

it('goes with its org', async () => {
  await add(REFUNDS);
  await on.database.asPlatform('a test', (tx) =>
    tx.executeUnscoped('DELETE FROM orgs WHERE id = $1', [orgId]),
  );
  expect(await list()).toEqual([]);
  expect(await passages()).toEqual([]);
});
