import { randomUUID } from 'node:crypto';
import { consoleEffect, consoleEffectPage, type EffectState } from '#contracts';
import { everyPage, expectProblem, useAdmin, type SignedIn } from '../admin.fixture.ts';

const { admin, orgAdmin, member, analyst, platform } = useAdmin([
  'orgAdmin',
  'member',
  'analyst',
  'platform',
]);

interface Row {
  orgId?: string;
  key?: string;
  state?: EffectState;
  startedAt?: string;
}

async function add({ orgId = admin.orgA.id, state = 'unknown_outcome', ...row }: Row = {}): Promise<string> {
  const { key = `${randomUUID()}:tool:1:0`, startedAt = '2026-11-20T10:00:00Z' } = row;
  await admin.database.forOrg(orgId, (tx) =>
    tx.execute(
      `INSERT INTO tool_effects (org_id, key, tool, turn_id, state, arguments, arguments_hash, started_at)
       VALUES ($1, $2, 'send_offer', $3, $4, '{"to":"anna@example.com"}', 'h', $5)`,
      [key, randomUUID(), state, startedAt],
    ),
  );
  return key;
}

const list = async (who: SignedIn, query = '') =>
  consoleEffectPage.parse(await (await who.get(`/admin/effects${query}`)).json());
const settle = (who: SignedIn, key: string, body: unknown, query = '') =>
  who.send('POST', `/admin/effects/${encodeURIComponent(key)}/settle${query}`, { body });

/** A well-formed cursor with a key that no row can have. */
const WITH_NUL = Buffer.from(JSON.stringify(['2026-11-20T10:00:00Z', randomUUID(), 'a\u0000'])).toString(
  'base64url',
);

describe('the list of side effects', () => {
  it('shows those of the own org, by state', async () => {
    const unknown = await add();
    const done = await add({ state: 'done' });
    const foreign = await add({ orgId: admin.orgB.id });
    const keys = async (who: SignedIn, query: string) => (await list(who, query)).items.map(({ key }) => key);
    expect(await keys(member, '?state=unknown_outcome')).toEqual([unknown]);
    expect(await keys(member, '?state=done')).toEqual([done]);
    expect((await keys(member, '')).sort()).toEqual([unknown, done].sort());
    expect(await keys(platform, '?state=unknown_outcome')).toEqual(
      expect.arrayContaining([unknown, foreign]),
    );
    expect(await keys(platform, '?org=org-b')).toEqual([foreign]);
  });

  it('shows what was asked for to who may read texts', async () => {
    const key = await add({ state: 'failed' });
    const shown = async (who: SignedIn) =>
      (await list(who, '?state=failed')).items.find((item) => item.key === key);
    expect(await shown(member)).toMatchObject({ arguments: { to: 'anna@example.com' }, settled: null });
    expect(await shown(analyst)).toMatchObject({ arguments: null, result: null, tool: 'send_offer' });
  });

  it('goes on where the page before ended, also at the same moment', async () => {
    const { orgB } = admin;
    for (let at = 0; at < 5; at += 1) await add({ orgId: orgB.id, state: 'started' });
    await add({ orgId: orgB.id, state: 'started', startedAt: '2026-11-20T11:00:00Z' });
    const seen = await everyPage((next) => list(platform, `?org=org-b&state=started&limit=2${next}`));
    expect([seen.length, new Set(seen.map(({ key }) => key)).size]).toEqual([6, 6]);
  });

  it.each(['?state=lost', '?cursor=nonsense', `?cursor=${WITH_NUL}`, '?limit=0', '?colour=red', '?org=A'])(
    'refuses %s',
    async (query) => {
      await expectProblem(await member.get(`/admin/effects${query}`), 422);
    },
  );

  it('is of nobody else’s org', async () => {
    await expectProblem(await member.get('/admin/effects?org=org-b'), 404);
  });
});

describe('an effect of unknown outcome', () => {
  it('is settled by an admin, and the audit log says by whom and why', async () => {
    const key = await add({ key: `caller:k/1:order ${randomUUID()} ü` });
    const body = { outcome: 'done', result: { messageId: 'm-1' }, why: 'It is in the outbox.' };
    const answer = await settle(orgAdmin, key, body);
    expect(answer.status).toBe(200);
    expect(consoleEffect.parse(await answer.json())).toMatchObject({
      key,
      state: 'done',
      result: { messageId: 'm-1' },
      settled: { by: orgAdmin.session.user.id, why: 'It is in the outbox.' },
    });
    const entries = await admin.database.asPlatform('a test reads the log', (tx) =>
      tx.query('SELECT actor_user_id AS by, action, before, after, reason FROM audit_log WHERE target = $1', [
        `effect:${key}`,
      ]),
    );
    expect(entries).toEqual([
      {
        by: orgAdmin.session.user.id,
        action: 'effect.settle',
        before: { state: 'unknown_outcome' },
        after: { state: 'done', result: { messageId: 'm-1' } },
        reason: 'It is in the outbox.',
      },
    ]);
  });

  it('is settled by a member too, whose inbox shows it', async () => {
    const answer = await settle(member, await add(), { outcome: 'failed', why: 'The outbox is empty.' });
    expect(answer.status).toBe(200);
    expect(consoleEffect.parse(await answer.json())).toMatchObject({
      state: 'failed',
      settled: { by: member.session.user.id },
    });
  });

  it('is settled once, whoever comes first', async () => {
    const key = await add();
    const answers = await Promise.all(
      Array.from({ length: 4 }, (_, at) =>
        settle(orgAdmin, key, { outcome: at % 2 ? 'done' : 'failed', why: 'I looked.' }),
      ),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409]);
  });

  it.each<EffectState>(['started', 'done', 'failed'])('and no other: %s gets 409', async (state) => {
    const key = await add({ state });
    const problem = await expectProblem(await settle(orgAdmin, key, { outcome: 'done', why: 'x' }), 409);
    expect(problem.detail).toContain(state);
  });

  it('is not settled by an analyst, in another org, or without a reason', async () => {
    const key = await add();
    const foreign = await add({ orgId: admin.orgB.id });
    const body = { outcome: 'failed', why: 'I looked.' };
    await expectProblem(await settle(analyst, key, body), 403);
    await expectProblem(await settle(orgAdmin, foreign, body), 404);
    await expectProblem(await settle(platform, foreign, body), 422);
    expect((await settle(platform, foreign, body, '?org=org-b')).status).toBe(200);
    await expectProblem(await settle(orgAdmin, 'nothing', body), 404);
    const bad = [
      {},
      { outcome: 'done' },
      { ...body, why: ' ' },
      { ...body, result: 1 },
      { ...body, by: 'me' },
      [],
    ];
    for (const wrong of bad) await expectProblem(await settle(orgAdmin, key, wrong), 422);
    await expectProblem(await settle(orgAdmin, 'a\u0000b', body), 422);
    await expectProblem(await settle(orgAdmin, 'x'.repeat(600), body), 422);
    await expectProblem(await settle(orgAdmin, 'ü'.repeat(500), body), 404);
  });
});
