import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { FixedClock } from '#config';
import { OfflineEmbedder } from '#models';
import type { NewInsight } from '#pack-kit';
import { forAllAsync } from '../../test/harness/for-all.ts';
import { orgRows } from '../../test/harness/org-rows.ts';
import { suiteDatabase } from '../../test/harness/suite-database.ts';
import { Insight } from './insight.entity.ts';
import { InsightService } from './insight.service.ts';

const FIRST_SAID = Date.UTC(2026, 2, 2, 9);
const MINUTE_MS = 60_000;
/** Each line is one attribute, with different values and wordings. */
const TOPICS = [
  ['Her budget is 250k', 'Her budget is 300k', 'her budget is €350,000!', 'Her budget is 250,000'],
  ['Needs three bedrooms', 'Needs 4 bedrooms', 'Now needs 5 bedrooms', 'needs 3 bedrooms'],
  [
    'Likes ground floors',
    "Doesn't like ground floors any more",
    'Hates ground floors',
    'likes ground floors.',
  ],
  ['Must move before September', 'Must move before December', 'Must move before September 2027'],
  ['يريد السكن في ليماسول', 'يريد السكن في لارنكا'],
].flat();

interface Telling {
  text: string;
  at: number;
  importance: number;
}

describe('the current insights of a contact', () => {
  const on = suiteDatabase({ entities: [Insight] });
  const clock = new FixedClock(new Date(FIRST_SAID + 1_000 * MINUTE_MS));
  let memory: InsightService;

  beforeAll(async () => {
    memory = new InsightService(on.database, new OfflineEmbedder(), clock);
  });

  const usual = {
    contactId: 'ann',
    category: 'preference',
    source: 'agent_extracted',
    importance: 5,
  } as const;
  async function store(orgId: string, text: string, change: Partial<NewInsight> = {}) {
    const embedded = await memory.embed(orgId, text);
    return on.database.forOrg(orgId, (tx) => memory.store(tx, { ...usual, text, ...change }, embedded));
  }
  const at = (minutes: number, place = 0) => ({
    said: { at: new Date(FIRST_SAID + minutes * MINUTE_MS), by: 'contact' as const, place },
  });
  const rows = (orgId: string) =>
    orgRows(on.database, orgId, Insight).then((found) =>
      found.toSorted((a, b) => a.saidAt.getTime() - b.saidAt.getTime() || a.saidPlace - b.saidPlace),
    );

  /** The live insights after the statements were stored in this order. */
  async function truthOf(tellings: readonly Telling[]) {
    const orgId = randomUUID();
    for (const { text, importance, at: minute } of tellings) {
      clock.advance(1);
      await store(orgId, text, { importance, ...at(minute) });
    }
    const all = await rows(orgId);
    const saidAt = new Map(all.map((row) => [row.id, Number(row.saidAt)]));
    for (const { saidAt: before, supersededById } of all)
      if (supersededById) expect(saidAt.get(supersededById)).toBeGreaterThan(Number(before));
    return all
      .filter(({ supersededById }) => supersededById === null)
      .map((row) => [row.normalizedText, row.saidAt]);
  }

  it('include a correction by a person, even if earlier messages are read late', async () => {
    const orgId = randomUUID();
    const { id } = await store(orgId, 'Her budget is 250k', at(1));
    const embedded = await memory.embed(orgId, 'Her budget is 280k');
    await on.database.forOrg(orgId, (tx) => memory.edit(tx, id, { text: 'Her budget is 280k' }, embedded));
    await store(orgId, 'Her budget is 300k', at(2));
    const live = (await rows(orgId)).filter(({ supersededById }) => supersededById === null);
    expect(live).toMatchObject([{ id, text: 'Her budget is 280k', saidAt: clock.now() }]);
    await on.database.forOrg(orgId, (tx) => memory.edit(tx, id, { importance: 9 }, undefined));
    expect((await rows(orgId)).find((row) => row.id === id)?.saidAt).toEqual(clock.now());
  });

  it('keep their speaker if they are repeated by an unknown one', async () => {
    const orgId = randomUUID();
    await store(orgId, 'Likes rowing', at(1));
    clock.advance(1);
    await store(orgId, 'Likes rowing');
    expect(await rows(orgId)).toMatchObject([{ saidBy: 'contact', saidAt: clock.now() }]);
  });

  it.each([
    ['of the same words', 'her budget is 250k', undefined],
    ['of another model', 'likes harbours', 'other-1'],
  ])('are found behind more superseded insights than are compared, %s', async (_what, text, model) => {
    const orgId = randomUUID();
    const live = await store(orgId, 'Her budget is 300k', at(300));
    await on.database.forOrg(orgId, (tx) =>
      tx.execute(
        `INSERT INTO insights (org_id, id, contact_id, text, normalized_text, category, source, embedding_model, embedding,
                               superseded_by_id, valid_until, said_at, created_at, updated_at)
         SELECT $1, gen_random_uuid(), contact_id, $3, $3, category, source, coalesce($4, embedding_model), embedding, id,
                said_at, said_at - interval '1 minute', created_at, updated_at
           FROM insights, generate_series(1, 250) WHERE org_id = $1 AND id = $2`,
        [live.id, text, model ?? null],
      ),
    );
    expect(await store(orgId, 'Her budget is 250k', at(400))).toMatchObject({ supersededIds: [live.id] });
  });

  it('are the latest statements, in any order of storing, and after storing again', async () => {
    const statements = fc.uniqueArray(
      fc.record({
        text: fc.constantFrom(...TOPICS),
        at: fc.integer({ min: 0, max: 500 }),
        importance: fc.integer({ min: 1, max: 10 }),
      }),
      { selector: ({ at: minute }) => minute, minLength: 2, maxLength: 9 },
    );
    const orders = statements.chain((drawn) =>
      fc.record({
        chronological: fc.constant([...drawn].sort((a, b) => a.at - b.at)),
        late: fc.shuffledSubarray(drawn, { minLength: drawn.length }),
        again: fc.subarray(drawn),
      }),
    );
    await forAllAsync(60, orders, async ({ chronological, late, again }) => {
      const truth = await truthOf(chronological);
      expect(await truthOf(late)).toEqual(truth);
      expect(await truthOf([...late, ...again])).toEqual(truth);
    });
  });

  it('exclude a late stored statement, which was valid until it was contradicted', async () => {
    const orgId = randomUUID();
    const last = await store(orgId, 'Her budget is 350k', at(30));
    const first = await store(orgId, 'Her budget is 250k', at(10));
    expect(first).toMatchObject({ deduplicated: false, supersededIds: [] });
    expect((await rows(orgId))[0]).toMatchObject({ supersededById: last.id, validUntil: at(30).said.at });
    const between = await store(orgId, 'Her budget is 300k', at(20));
    expect(between.supersededIds).toEqual([first.id]);
    expect(await rows(orgId)).toEqual([
      expect.objectContaining({ id: first.id, supersededById: between.id, validUntil: at(20).said.at }),
      expect.objectContaining({ id: between.id, supersededById: last.id, validUntil: at(30).said.at }),
      expect.objectContaining({ id: last.id, supersededById: null, validUntil: null }),
    ]);
  });

  it('include the later of two statements in one message, even if the message is read again', async () => {
    const orgId = randomUUID();
    for (let runs = 0; runs < 2; runs += 1) {
      await store(orgId, 'Her budget is 250k', at(10, 0));
      await store(orgId, 'No, her budget is 300k', at(10, 1));
    }
    expect((await rows(orgId)).map(({ text, validUntil }) => [text, validUntil === null])).toEqual([
      ['Her budget is 250k', false],
      ['No, her budget is 300k', true],
    ]);
  });

  it('are not replaced by earlier statements that are read late', async () => {
    const orgId = randomUUID();
    const later = await store(orgId, 'Sold the harbour flat', at(20));
    const earlier = await store(orgId, 'Lives by the harbour', { ...at(10), replaces: [later.id] });
    expect(earlier.supersededIds).toEqual([]);
    expect((await rows(orgId)).map(({ supersededById }) => supersededById)).toEqual([later.id, null]);
  });

  it('have the time and the expiry of the last repetition', async () => {
    const orgId = randomUUID();
    const [summer, autumn] = [new Date('2026-07-01T00:00:00Z'), new Date('2026-10-01T00:00:00Z')];
    await store(orgId, 'Likes gardens', { ...at(20), expiresAt: autumn });
    await store(orgId, 'likes gardens', { ...at(10), expiresAt: summer, importance: 8 });
    expect(await rows(orgId)).toEqual([
      expect.objectContaining({ saidAt: at(20).said.at, expiresAt: autumn, importance: 8 }),
    ]);
  });

  it('exclude earlier statements contradicted by one that has since expired', async () => {
    const orgId = randomUUID();
    await store(orgId, 'Her budget is 300k', { ...at(20), expiresAt: at(40).said.at });
    await store(orgId, 'Her budget is 250k', at(10));
    await store(orgId, 'Needs 3 bedrooms', { ...at(20, 1), expiresAt: at(40).said.at });
    await store(orgId, 'Needs 4 bedrooms', at(50));
    expect((await rows(orgId)).map(({ text, supersededById }) => [text, supersededById === null])).toEqual([
      ['Her budget is 250k', false],
      ['Her budget is 300k', true],
      ['Needs 3 bedrooms', true],
      ['Needs 4 bedrooms', true],
    ]);
  });
});
