import { randomUUID } from 'node:crypto';
import { FixedClock } from '#config';
import type { Database } from '#database';
import { AuditLog } from '#identity';
import { ModelError, OfflineEmbedder } from '#models';
import { createTestDatabase, openDatabase, type TestDatabase } from '../../test/harness/test-database.ts';
import { removeExpiredInsights } from './expiry.repository.ts';
import { InsightService } from './insight.service.ts';
import { ReEmbedding } from './re-embedding.service.ts';

const quiet = { info: () => undefined, warn: () => undefined };
/** Another model than the offline one, with the same vectors. */
class OtherModel extends OfflineEmbedder {
  override readonly model = 'other-1' as never;
  away = false;
  texts: string[][] = [];

  override embed(texts: string[]): Promise<number[][]> {
    this.texts.push(texts);
    return this.away ? Promise.reject(new ModelError('UNAVAILABLE', 'away')) : super.embed(texts);
  }
}

describe('the upkeep of insights', () => {
  let test: TestDatabase;
  let database: Database;
  let close: () => Promise<void>;
  const clock = new FixedClock(new Date('2026-03-02T09:00:00Z'));

  beforeAll(async () => {
    test = await createTestDatabase();
    ({ database, close } = await openDatabase(test.settings));
  });
  afterAll(async () => {
    await close();
    await test.drop();
  });

  async function store(orgId: string, text: string, expiresAt?: Date) {
    const memory = new InsightService(database, new OfflineEmbedder(), clock);
    const embedded = await memory.embed(orgId, text);
    const insight = { contactId: 'ann', text, category: 'preference' as const, importance: 5, expiresAt };
    return database.forOrg(orgId, (tx) => memory.store(tx, { ...insight, source: 'user_noted' }, embedded));
  }
  const rows = (orgId: string) =>
    database.forOrg(orgId, (tx) =>
      tx.query<{ text: string; embedding_model: string; search_terms: Buffer }>(
        'SELECT text, embedding_model, search_terms FROM insights WHERE org_id = $1 ORDER BY created_at, id',
      ),
    );

  it('gives those of another model, or of older terms, new vectors and terms', async () => {
    const orgs = [randomUUID(), randomUUID()] as const;
    for (let at = 0; at < 130; at += 1) await store(orgs[0], `Likes number ${at} of the harbours`);
    await store(orgs[1], 'Likes rowing');
    await database.forOrg(orgs[1], (tx) =>
      tx.execute(
        `UPDATE insights SET embedding_model = 'other-1', search_terms = '', search_terms_version = 0 WHERE org_id = $1`,
      ),
    );
    const model = new OtherModel();
    expect(await new ReEmbedding(database, model, quiet).run()).toBe(131);
    expect(model.texts.map((texts) => texts.length)).toEqual([100, 30, 1]);
    const all = [...(await rows(orgs[0])), ...(await rows(orgs[1]))];
    expect(new Set(all.map((row) => row.embedding_model))).toEqual(new Set(['other-1']));
    expect(all.every((row) => row.search_terms.length > 4)).toBe(true);
    const found = await new InsightService(database, model, clock).retrieve({
      orgId: orgs[1],
      contactId: 'ann',
      text: 'rowing',
      limit: 1,
    });
    expect(found[0]?.why).toMatch(/^shares rowing; .*similarity 0\.\d/);
    expect(await new ReEmbedding(database, model, quiet).run()).toBe(0);
  });

  it('goes on another time when the model does not answer', async () => {
    const model = new OtherModel();
    model.away = true;
    const orgId = randomUUID();
    await store(orgId, 'Likes rowing');
    expect(await new ReEmbedding(database, model, quiet).run()).toBe(0);
    model.away = false;
    expect(await new ReEmbedding(database, model, quiet).run()).toBe(1);
  });

  it('gives each org those of its own model, and keeps nobody waiting for one that does not answer', async () => {
    const [usual, own, away] = [randomUUID(), randomUUID(), randomUUID()];
    for (const orgId of [usual, own, away]) await store(orgId, 'Likes rowing');
    const [first, second, third] = ['other-1', 'own-1', 'own-2'].map((name) => {
      const model = new OtherModel();
      Object.assign(model, { model: name });
      return model;
    }) as [OtherModel, OtherModel, OtherModel];
    third.away = true;
    const models = new Map<string, OtherModel>([
      [own, second],
      [away, third],
    ]);
    const embedders = {
      usual: first.model,
      of: (orgId: string) => models.get(orgId) ?? first,
      others: () => new Map([...models].map(([orgId, { model }]) => [model, [orgId]])),
    };
    await new ReEmbedding(database, embedders, quiet).run();
    const modelOf = async (orgId: string) => (await rows(orgId))[0]?.embedding_model;
    expect([await modelOf(usual), await modelOf(own)]).toEqual(['other-1', 'own-1']);
    expect(await modelOf(away)).toBe('offline-ngrams-2');
    expect(third.texts).toHaveLength(1);
    expect(await new ReEmbedding(database, embedders, quiet).run()).toBe(0);
  });

  it('deletes what has expired, with what it had made untrue, and says so in the audit log', async () => {
    const orgId = randomUUID();
    await store(orgId, 'Her budget is 250k');
    clock.advance(1_000);
    await store(orgId, 'Her budget is 300k', new Date(clock.now().getTime() + 60_000));
    await store(orgId, 'Likes rowing');
    clock.advance(1);
    await store(orgId, 'Away until summer', new Date(clock.now().getTime() + 86_400_000));
    clock.advance(60_000);
    expect(await removeExpiredInsights(database, clock, new AuditLog(clock))).toBe(2);
    expect((await rows(orgId)).map((row) => row.text)).toEqual(['Likes rowing', 'Away until summer']);
    const audit = await database.forOrg(orgId, (tx) =>
      tx.query('SELECT action, after FROM audit_log WHERE org_id = $1'),
    );
    expect(audit).toEqual([{ action: 'insight.expire', after: { deleted: 2 } }]);
    expect(await removeExpiredInsights(database, clock, new AuditLog(clock))).toBe(0);
  });
});
