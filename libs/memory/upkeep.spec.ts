import { randomUUID } from 'node:crypto';
import { FixedClock } from '#config';
import { AuditLog, type Org } from '#identity';
import { ModelError, OfflineEmbedder } from '#models';
import { Outbox, PermanentJobError, RunLaterError } from '#queue';
import { moveFeatureRequest, platformTools } from '#tools';
import { type MemoryPort, type ToolContext } from '#pack-kit';
import { suiteDatabase } from '../../test/harness/suite-database.ts';
import { removeExpiredInsights } from './expiry.repository.ts';
import { InsightService } from './insight.service.ts';
import { ReEmbedding } from './re-embedding.service.ts';

const quiet = { info: () => undefined, warn: () => undefined, error: () => undefined };
/** A model with another name than the offline model and the same vectors. */
class OtherModel extends OfflineEmbedder {
  override readonly model = 'other-1' as never;
  away = false;
  /** Texts that it refuses, alone or in a batch. */
  refuses: RegExp | undefined;
  failure = new ModelError('UNAVAILABLE', 'away');
  texts: string[][] = [];

  override embed(texts: string[]): Promise<number[][]> {
    this.texts.push(texts);
    if (this.away) return Promise.reject(this.failure);
    const refused = texts.find((text) => this.refuses?.test(text));
    return refused === undefined
      ? super.embed(texts)
      : Promise.reject(new ModelError('BAD_REQUEST', `not "${refused}"`));
  }
}

/** A semantic model: all titles about documents have the same vector. */
class MeaningModel extends OtherModel {
  override readonly semantic = true as never;

  override embed(texts: string[]): Promise<number[][]> {
    return super.embed(texts.map((text) => (/PDF|documents/.test(text) ? 'documents' : text)));
  }
}

describe('re-embedding', () => {
  const on = suiteDatabase();
  const clock = new FixedClock(new Date('2026-03-02T09:00:00Z'));

  async function store(orgId: string, text: string, expiresAt?: Date) {
    const memory = new InsightService(on.database, new OfflineEmbedder(), clock);
    const embedded = await memory.embed(orgId, text);
    const insight = { contactId: 'ann', text, category: 'preference' as const, importance: 5, expiresAt };
    return on.database.forOrg(orgId, (tx) =>
      memory.store(tx, { ...insight, source: 'user_noted' }, embedded),
    );
  }
  const rows = (orgId: string) =>
    on.database.forOrg(orgId, (tx) =>
      tx.query<{ text: string; embedding_model: string; search_terms: Buffer }>(
        'SELECT text, embedding_model, search_terms FROM insights WHERE org_id = $1 ORDER BY created_at, id',
      ),
    );

  /** Re-embedding as in the worker, with one model for all orgs or one per org. */
  function reEmbedding(orgIds: readonly string[], modelOf: OtherModel | ReadonlyMap<string, OtherModel>) {
    const jobs = { enqueue: async () => undefined, withoutJob: async () => [] };
    const outbox = new Outbox(on.database, clock, jobs, quiet);
    const orgs = { list: async () => orgIds.map((id) => ({ id }) as Org) };
    const of = (orgId: string) =>
      modelOf instanceof OtherModel ? modelOf : (modelOf.get(orgId) ?? new OtherModel());
    const service = new ReEmbedding(on.database, orgs, { of }, outbox, clock, quiet);
    return {
      addTasks: () => service.addTasks(),
      run: (orgId: string) => service.run(orgId, new AbortController().signal),
    };
  }
  const tasksOf = (orgId: string) =>
    on.database.forOrg(orgId, (tx) =>
      tx.query<{ payload: unknown }>(
        `SELECT job, payload, state FROM outbox_tasks WHERE org_id = $1 ORDER BY id`,
      ),
    );
  const settle = (orgId: string, state: string) =>
    on.database.forOrg(orgId, (tx) =>
      tx.execute(`UPDATE outbox_tasks SET state = $2, finished_at = $3 WHERE org_id = $1`, [
        state,
        clock.now(),
      ]),
    );

  it('renews vectors of another model and terms of an older version', async () => {
    const orgs = [randomUUID(), randomUUID()] as const;
    for (let at = 0; at < 130; at += 1) await store(orgs[0], `Likes number ${at} of the harbours`);
    await store(orgs[1], 'Likes rowing');
    await on.database.forOrg(orgs[1], (tx) =>
      tx.execute(
        `UPDATE insights SET embedding_model = 'other-1', search_terms = '', search_terms_version = 0 WHERE org_id = $1`,
      ),
    );
    const model = new OtherModel();
    const upkeep = reEmbedding(orgs, model);
    expect(await upkeep.run(orgs[0])).toBe(130);
    expect(await upkeep.run(orgs[1])).toBe(1);
    expect(model.texts.map((texts) => texts.length)).toEqual([100, 30, 1]);
    const all = [...(await rows(orgs[0])), ...(await rows(orgs[1]))];
    expect(new Set(all.map((row) => row.embedding_model))).toEqual(new Set(['other-1']));
    expect(all.every((row) => row.search_terms.length > 4)).toBe(true);
    const found = await new InsightService(on.database, model, clock).retrieve({
      orgId: orgs[1],
      contactId: 'ann',
      text: 'rowing',
      limit: 1,
    });
    expect(found[0]?.why).toMatch(/^shares rowing; .*similarity 0\.\d/);
    expect(await upkeep.run(orgs[0])).toBe(0);
  });

  it('adds one outbox task per org with outdated texts', async () => {
    const [one, other, none] = [randomUUID(), randomUUID(), randomUUID()];
    for (const orgId of [one, one, other]) await store(orgId, `Likes rowing on ${randomUUID()}`);
    const upkeep = reEmbedding([one, other, none], new OtherModel());
    expect(await upkeep.addTasks()).toBe(2);
    const row = { job: 're-embed', payload: {}, state: 'pending' };
    expect([await tasksOf(one), await tasksOf(other), await tasksOf(none)]).toEqual([[row], [row], []]);
    expect(await upkeep.addTasks()).toBe(0);
    await upkeep.run(one);
    await settle(one, 'done');
    expect(await upkeep.addTasks()).toBe(0);
    await store(one, 'Likes sailing');
    clock.advance(1);
    expect(await upkeep.addTasks()).toBe(1);
  });

  it('adds no task for an hour after a dead one, then adds another', async () => {
    const orgId = randomUUID();
    await store(orgId, 'Likes rowing');
    const upkeep = reEmbedding([orgId], new OtherModel());
    expect(await upkeep.addTasks()).toBe(1);
    await settle(orgId, 'failed');
    clock.advance(3_599_000);
    expect(await upkeep.addTasks()).toBe(0);
    clock.advance(1_000);
    expect(await upkeep.addTasks()).toBe(1);
  });

  it('runs later if the model does not answer', async () => {
    const model = new OtherModel();
    model.away = true;
    const orgId = randomUUID();
    await store(orgId, 'Likes rowing');
    const upkeep = reEmbedding([orgId], model);
    await expect(upkeep.run(orgId)).rejects.toThrow(new RunLaterError(300_000, 'away'));
    model.away = false;
    expect(await upkeep.run(orgId)).toBe(1);
  });

  it('fails permanently with the reason if a retry would not help', async () => {
    const orgId = randomUUID();
    await store(orgId, 'Likes rowing');
    const model = Object.assign(new OtherModel(), {
      away: true,
      failure: new ModelError('KEY_REJECTED', 'no such key'),
    });
    const running = reEmbedding([orgId], model).run(orgId);
    await expect(running).rejects.toThrow(PermanentJobError);
    await expect(running).rejects.toThrow('no such key');
  });

  it('skips a text that the provider refuses, keeps its vector, and reports it at the end', async () => {
    const orgId = randomUUID();
    for (let at = 0; at < 120; at += 1)
      await store(orgId, at === 3 ? 'Likes poison' : `Likes harbour number ${at}`);
    const model = Object.assign(new OtherModel(), { refuses: /poison/ });
    const upkeep = reEmbedding([orgId], model);
    await expect(upkeep.run(orgId)).rejects.toThrow(
      new PermanentJobError('Texts that keep their old vectors: 1. not "Likes poison"'),
    );
    const old = (await rows(orgId)).filter((row) => row.embedding_model !== 'other-1');
    expect(old.map(({ text }) => text)).toEqual(['Likes poison']);
    expect(model.texts.filter((texts) => texts.includes('Likes poison'))).toHaveLength(2);
  });

  it('stops if a whole batch is refused, text by text', async () => {
    const orgId = randomUUID();
    for (let at = 0; at < 110; at += 1) await store(orgId, `Likes harbour number ${at}`);
    const model = Object.assign(new OtherModel(), { refuses: /./ });
    await expect(reEmbedding([orgId], model).run(orgId)).rejects.toThrow(PermanentJobError);
    expect(model.texts).toHaveLength(101);
  });

  it('checks the orgs after one that cannot be checked', async () => {
    const orgId = randomUUID();
    await store(orgId, 'Likes rowing');
    const upkeep = reEmbedding(['no org', orgId], new OtherModel());
    await expect(upkeep.addTasks()).rejects.toThrow('Some orgs were not checked for outdated vectors');
    expect(await tasksOf(orgId)).toHaveLength(1);
  });

  it('uses the model of each org', async () => {
    const [usual, own] = [randomUUID(), randomUUID()];
    for (const orgId of [usual, own]) await store(orgId, 'Likes rowing');
    const model = Object.assign(new OtherModel(), { model: 'own-1' });
    const upkeep = reEmbedding([usual, own], new Map([[own, model]]));
    expect(await upkeep.addTasks()).toBe(2);
    for (const orgId of [usual, own]) expect(await upkeep.run(orgId)).toBe(1);
    const modelOf = async (orgId: string) => (await rows(orgId))[0]?.embedding_model;
    expect([await modelOf(usual), await modelOf(own)]).toEqual(['other-1', 'own-1']);
    expect(await upkeep.run(own)).toBe(0);
  });

  describe('of feature requests', () => {
    const requestFeature = platformTools.find(({ name }) => name === 'request_feature')!;
    const meaningOf = (model: OtherModel) => new InsightService(on.database, model, clock);
    const modelNamed = (model: string) => Object.assign(new MeaningModel(), { model });
    /** Without a vector if no model is given. */
    async function wish(orgId: string, title: string, memory?: MemoryPort) {
      const context = {
        org: { id: orgId, slug: 'acme' },
        clock,
        memory: memory ?? { embedMeaning: async () => undefined },
        conversationId: randomUUID(),
        messageText: title,
        timezone: 'UTC',
        read: (work: Parameters<ToolContext['read']>[0]) => on.database.forOrg(orgId, work),
        write: (work: Parameters<ToolContext['write']>[0]) => on.database.forOrg(orgId, work),
      } as unknown as ToolContext;
      const input = requestFeature.input.parse({ title, description: `We need this: ${title}` });
      return requestFeature.execute(input, context) as Promise<{ requestId: string; votes: number }>;
    }
    const models = (orgId: string) =>
      on.database.forOrg(orgId, (tx) =>
        tx.query<{ title: string; embedding_model: string | null }>(
          'SELECT title, embedding_model FROM feature_requests WHERE org_id = $1 ORDER BY created_at, id',
        ),
      );

    it('merges a request in other words that was recorded with the previous model, or without a vector', async () => {
      const [before, alone] = [randomUUID(), randomUUID()];
      const first = await wish(before, 'Read PDF files', meaningOf(modelNamed('meaning-1')));
      const byWords = await wish(alone, 'Read PDF files');
      const model = modelNamed('meaning-2');
      const upkeep = reEmbedding([before, alone], model);
      expect(await upkeep.addTasks()).toBe(2);
      for (const orgId of [before, alone]) expect(await upkeep.run(orgId)).toBe(1);
      for (const [orgId, { requestId }] of [
        [before, first],
        [alone, byWords],
      ] as const)
        expect(await wish(orgId, 'Understand scanned documents', meaningOf(model))).toMatchObject({
          requestId,
          votes: 2,
        });
      expect(await upkeep.run(before)).toBe(0);
    });

    it('skips closed requests until they are reopened, and all requests without a semantic model', async () => {
      const orgId = randomUUID();
      const { requestId } = await wish(orgId, 'Read PDF files', meaningOf(modelNamed('meaning-1')));
      const move = (state: 'done' | 'new') =>
        on.database.forOrg(orgId, (tx) => moveFeatureRequest(tx, requestId, state, clock.now()));
      const upkeep = reEmbedding([orgId], modelNamed('meaning-2'));
      await move('done');
      expect(await upkeep.addTasks()).toBe(0);
      await move('new');
      expect(await reEmbedding([orgId], new OtherModel()).addTasks()).toBe(0);
      expect(await upkeep.addTasks()).toBe(1);
      expect(await upkeep.run(orgId)).toBe(1);
      expect(await models(orgId)).toEqual([{ title: 'Read PDF files', embedding_model: 'meaning-2' }]);
    });

    it('continues after a refused title, together with insights', async () => {
      const orgId = randomUUID();
      await wish(orgId, 'Weigh poison');
      clock.advance(1);
      await wish(orgId, 'Speak Greek');
      await store(orgId, 'Likes rowing');
      const model = Object.assign(modelNamed('meaning-2'), { refuses: /poison/ });
      await expect(reEmbedding([orgId], model).run(orgId)).rejects.toThrow(
        new PermanentJobError('Texts that keep their old vectors: 1. not "Weigh poison"'),
      );
      expect(await models(orgId)).toEqual([
        { title: 'Weigh poison', embedding_model: null },
        { title: 'Speak Greek', embedding_model: 'meaning-2' },
      ]);
      expect(await rows(orgId)).toMatchObject([{ embedding_model: 'meaning-2' }]);
    });
  });

  it('deletes expired insights with those they superseded, and records it in the audit log', async () => {
    const orgId = randomUUID();
    await store(orgId, 'Her budget is 250k');
    clock.advance(1_000);
    await store(orgId, 'Her budget is 300k', new Date(clock.now().getTime() + 60_000));
    await store(orgId, 'Likes rowing');
    clock.advance(1);
    await store(orgId, 'Away until summer', new Date(clock.now().getTime() + 86_400_000));
    clock.advance(60_000);
    expect(await removeExpiredInsights(on.database, clock, new AuditLog(clock))).toBe(2);
    expect((await rows(orgId)).map((row) => row.text)).toEqual(['Likes rowing', 'Away until summer']);
    const audit = await on.database.forOrg(orgId, (tx) =>
      tx.query('SELECT action, after FROM audit_log WHERE org_id = $1'),
    );
    expect(audit).toEqual([{ action: 'insight.expire', after: { deleted: 2 } }]);
    expect(await removeExpiredInsights(on.database, clock, new AuditLog(clock))).toBe(0);
  });
});
