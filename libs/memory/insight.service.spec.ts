import { randomUUID } from 'node:crypto';
import { FixedClock } from '#config';
import { ModelError, OfflineEmbedder, type EmbeddingModel } from '#models';
import type { NewInsight } from '#pack-kit';
import { orgRows } from '../../test/harness/org-rows.ts';
import { suiteDatabase } from '../../test/harness/suite-database.ts';
import { Insight } from './insight.entity.ts';
import { hasInsightOf, listInsights } from './insight.repository.ts';
import { InsightService } from './insight.service.ts';

const DAY_MS = 86_400_000;

describe('insights', () => {
  const on = suiteDatabase({ entities: [Insight] });
  let clock: FixedClock;
  let memory: InsightService;
  let orgId: string;

  beforeEach(() => {
    clock = new FixedClock(new Date('2026-03-02T09:00:00Z'));
    memory = new InsightService(on.database, new OfflineEmbedder(), clock);
    orgId = randomUUID();
  });

  async function store(text: string, change: Partial<NewInsight> = {}) {
    const embedded = await memory.embed(orgId, text);
    const insight: NewInsight = {
      contactId: 'c-1',
      text,
      category: 'preference',
      importance: 5,
      source: 'agent_extracted',
      ...change,
    };
    return on.database.forOrg(orgId, (tx) => memory.store(tx, insight, embedded));
  }
  const texts = async (text: string, limit = 5, contactId = 'c-1') =>
    (await memory.retrieve({ orgId, contactId, text, limit })).map((insight) => insight.text);
  const rows = () =>
    orgRows(on.database, orgId, Insight).then((found) =>
      found.toSorted((a, b) => a.createdAt.getTime() - b.createdAt.getTime()),
    );

  const longTerm = (day: string) =>
    `The family must hand over the keys of the present apartment in Limassol near the old harbour to the landlord on the ${day} because the landlord has already rented the apartment to another family who wants to move in immediately afterwards with their furniture`;
  it.each([
    ['days', longTerm('5th of September'), longTerm('25th of September'), 1],
    ['times', longTerm('agreed day at 11:00'), longTerm('agreed day at 12:30'), 1],
    ['numbers of flats', longTerm('day of the sale of flat A12'), longTerm('day of the sale of flat A17'), 0],
  ])('does not merge texts that differ in %s', async (_what, first, second, superseded) => {
    await store(first);
    expect(await store(second)).toMatchObject({ deduplicated: false });
    expect((await rows()).filter(({ supersededById }) => supersededById !== null)).toHaveLength(superseded);
  });

  it('stores the text with its vector', async () => {
    const stored = await store('enjoys a view of the sea', { subjectRef: 'deal-001' });
    expect(stored).toMatchObject({
      deduplicated: false,
      category: 'preference',
      importance: 5,
      expiresAt: null,
      supersededIds: [],
    });
    const [row] = await rows();
    expect(row).toMatchObject({ id: stored.id, subjectRef: 'deal-001', embeddingModel: 'offline-ngrams-2' });
    expect(row?.embedding).toHaveLength(768);
  });

  it('finds a paraphrase with the same word stems first', async () => {
    await store('Her brother makes the decision', { category: 'relationship', importance: 10 });
    await store('enjoys a view of the sea');
    await store('Finds the client dinners in Paphos enjoyable', { importance: 3 });
    const [first] = await memory.retrieve({
      orgId,
      contactId: 'c-1',
      text: 'Which views does the client enjoy?',
      limit: 5,
    });
    expect(first).toMatchObject({ text: 'enjoys a view of the sea', importance: 5, ageDays: 0 });
    expect(first?.why).toMatch(
      /^shares (enjoy, views|views, enjoy); a preference, as requested; similarity 0\.\d\d; importance 5/,
    );
    expect(first?.similarity).toBe(Number(first?.similarity.toFixed(4)));
  });

  it('finds Arabic in any spelling', async () => {
    await store('أخوه هو صاحب القرار');
    await store('يُفضِّل الطابق الأرضي');
    expect((await texts('اي طابق يفضل العميل؟'))[0]).toBe('يُفضِّل الطابق الأرضي');
  });

  it('finds insights by speaker and day, unless all insights of the contact share them', async () => {
    await on.database.forOrg(orgId, async (tx) => {
      for (const [id, name] of [
        ['c-1', 'Layla Haddad'],
        ['c-2', 'Omar Nasser'],
      ])
        await tx.executeUnscoped(
          'INSERT INTO contacts (org_id, id, name, created_at) VALUES ($1, $2, $3, now())',
          [orgId, id, name],
        );
    });
    const said = (month: number) => ({
      said: { at: new Date(Date.UTC(2026, month, 20)), by: 'contact' as const },
    });
    for (const contactId of ['c-1', 'c-2']) {
      await store('Likes open kitchens', { contactId, ...said(0) });
      await store('Likes walled gardens', { contactId, ...said(1) });
    }
    const ofOrg = async (text: string) =>
      (await memory.searchOrg(orgId, { text, limit: 2 })).map(({ contactId }) => contactId);
    expect(await ofOrg('What did Layla say?')).toEqual(['c-1', 'c-1']);
    expect(await ofOrg('What did Omar say?')).toEqual(['c-2', 'c-2']);
    expect((await texts('What did she say in January?'))[0]).toBe('Likes open kitchens');
    expect((await texts('What did she say in February?'))[0]).toBe('Likes walled gardens');
    const unrelated = await memory.retrieve({
      orgId,
      contactId: 'c-1',
      text: 'Would Layla try xqzvw?',
      limit: 5,
    });
    expect(unrelated.map(({ weak }) => weak)).toEqual([true, true]);
  });

  it('refreshes a repeated insight: higher importance, new expiry, no new row', async () => {
    const first = await store('enjoys a view of the sea', { importance: 7 });
    clock.advance(DAY_MS);
    const expiresAt = new Date('2026-06-01T00:00:00Z');
    const again = await store('Enjoys a view of the sea!', { importance: 4, expiresAt });
    expect(again).toEqual({
      id: first.id,
      deduplicated: true,
      category: 'preference',
      importance: 7,
      expiresAt,
      supersededIds: [],
    });
    expect(await store('she enjoys a view of the sea', { importance: 9 })).toMatchObject({
      id: first.id,
      deduplicated: true,
      importance: 9,
      expiresAt,
    });
    expect(await rows()).toHaveLength(1);
  });

  it('adds one row for concurrent identical insights', async () => {
    const stored = await Promise.all(Array.from({ length: 6 }, () => store('Needs a separate home office')));
    expect(new Set(stored.map(({ id }) => id)).size).toBe(1);
    expect(await rows()).toHaveLength(1);
  });

  it('keeps both sides of a contradiction and recalls the later one', async () => {
    const older = await store('Her budget is 250k');
    clock.advance(DAY_MS);
    const newer = await store('Her budget is 300k');
    expect(newer).toMatchObject({ deduplicated: false, supersededIds: [older.id] });
    const [first, second] = await rows();
    expect(first).toMatchObject({ supersededById: newer.id, validUntil: clock.now() });
    expect(second).toMatchObject({ supersededById: null, validUntil: null });
    expect(await texts('What is her budget?')).toEqual(['Her budget is 300k']);
    // Repeating the older statement makes it the later one.
    expect(await store('Her budget is 250k')).toMatchObject({
      deduplicated: false,
      supersededIds: [newer.id],
    });
    expect(await texts('What is her budget?')).toEqual(['Her budget is 250k']);
  });

  it('never recalls expired insights, or insights of another contact or org', async () => {
    await store('Travels to Athens', { expiresAt: new Date(clock.now().getTime() + DAY_MS) });
    await store('Travels to Rome', { contactId: 'c-2' });
    expect(await texts('travels')).toEqual(['Travels to Athens']);
    const other = await memory.retrieve({ orgId: randomUUID(), contactId: 'c-1', text: 'travels', limit: 5 });
    expect(other).toEqual([]);
    clock.advance(2 * DAY_MS);
    expect(await texts('travels')).toEqual([]);
    expect(await store('Travels to Athens')).toMatchObject({ deduplicated: false });
  });

  it('never compares the vectors of two models', async () => {
    await store('Travels to Athens');
    const other = new (class extends OfflineEmbedder {
      override readonly model = 'another' as never;
    })();
    const [found] = await new InsightService(on.database, other, clock).retrieve({
      orgId,
      contactId: 'c-1',
      text: 'travels',
      limit: 5,
    });
    expect(found).toMatchObject({ text: 'Travels to Athens', similarity: 0 });
    expect(found?.why).toContain('another embedding model');
  });

  it('searches by words while the embedding model does not answer', async () => {
    let calls = 0;
    const away = new (class extends OfflineEmbedder {
      override readonly model = 'far' as never;
      override embed(): Promise<number[][]> {
        calls += 1;
        return Promise.reject(new ModelError('UNAVAILABLE', 'It cannot be reached.'));
      }
    })();
    memory = new InsightService(on.database, away, clock);
    await store('Travels to Athens');
    expect(await texts('Where does she travel?')).toEqual(['Travels to Athens']);
    expect((await rows())[0]).toMatchObject({ embeddingModel: 'offline-ngrams-2' });
    expect(calls).toBe(2);
  });

  describe('the meaning of a text', () => {
    const embedder = (semantic: boolean, embed: EmbeddingModel['embed']) =>
      new InsightService(on.database, { of: () => ({ model: 'maker/meaning', semantic, embed }) }, clock, 20);

    it('is the vector of a semantic model, and undefined for a model of words', async () => {
      const embed = async () => [[1, 0]];
      expect(await embedder(true, embed).embedMeaning(orgId, 'a wish')).toEqual({
        text: 'a wish',
        embedding: [1, 0],
        model: 'maker/meaning',
      });
      expect(await embedder(false, embed).embedMeaning(orgId, 'a wish')).toBeUndefined();
    });

    it('is undefined if the model fails or does not answer in time', async () => {
      const refuses = async () => {
        throw new ModelError('UNAVAILABLE', 'It cannot be reached.');
      };
      expect(await embedder(true, refuses).embedMeaning(orgId, 'a wish')).toBeUndefined();
      const hangs: EmbeddingModel['embed'] = (_texts, signal) =>
        new Promise((_resolve, reject) => {
          signal?.addEventListener('abort', () => reject(signal.reason as Error));
        });
      expect(await embedder(true, hangs).embedMeaning(orgId, 'a wish')).toBeUndefined();
      const breaks = async () => {
        throw new TypeError('a defect');
      };
      await expect(embedder(true, breaks).embedMeaning(orgId, 'a wish')).rejects.toThrow('a defect');
      const breaksLate: EmbeddingModel['embed'] = (_texts, signal) =>
        new Promise((_resolve, reject) => {
          signal?.addEventListener('abort', () => reject(new TypeError('a late defect')));
        });
      await expect(embedder(true, breaksLate).embedMeaning(orgId, 'a wish')).rejects.toThrow('a late defect');
    });
  });

  it('are listed by importance', async () => {
    const colours =
      'red green blue white black grey brown pink gold silver amber ivory olive lilac coral teal navy plum rust mint jade'.split(
        ' ',
      );
    for (const [at, colour] of colours.entries())
      await store(`Likes ${colour} kitchens`, { importance: 1 + (at % 10) });
    const listed = (most: number) =>
      on.database.forOrg(orgId, (tx) => listInsights(tx, 'c-1', most, clock.now()));
    const list = await listed(30);
    expect(list).toHaveLength(21);
    expect(list.map((insight) => insight.importance)).toEqual(
      list.map((insight) => insight.importance).sort((a, b) => b - a),
    );
    expect(await listed(3)).toHaveLength(3);
  });

  it('forgets one', async () => {
    await store('Her budget is 250k');
    const { id } = await store('Her budget is 300k');
    await store('Likes gardens', { category: 'timeline' });
    await store('Likes villas', { contactId: 'c-2' });
    await on.database.forOrg(orgId, async (tx) => {
      expect(await hasInsightOf(tx, 'c-1', ['timeline', 'motivation'], clock.now())).toBe(true);
      expect(await hasInsightOf(tx, 'c-2', ['timeline', 'motivation'], clock.now())).toBe(false);
      expect(await memory.forget(tx, randomUUID())).toBe(false);
      expect(await memory.forget(tx, id)).toBe(true);
    });
    expect((await rows()).map((row) => row.text)).toEqual(['Likes gardens', 'Likes villas']);
  });
});
