import { randomUUID } from 'node:crypto';
import { consoleEffect, consoleEffectPage, type EffectState } from '#contracts';
import { bodyOf, everyPage, expectProblem, useAdmin, type SignedIn } from '../admin.fixture.ts';

const { admin, orgAdmin, member, platform } = useAdmin();

const list = (who: SignedIn, query = '') => who.read(consoleEffectPage, `/admin/effects${query}`);
const settle = (who: SignedIn, key: string, body: unknown, query = '') =>
  who.send('POST', `/admin/effects/${encodeURIComponent(key)}/settle${query}`, { body });

describe('the list of side effects', () => {
  it('shows side effects of the viewer’s org, filtered by state', async () => {
    const unknown = await admin.addRow('tool_effects');
    const done = await admin.addRow('tool_effects', { state: 'done' });
    const foreign = await admin.addRow('tool_effects', {}, admin.orgB);
    const keys = async (who: SignedIn, query: string) => (await list(who, query)).items.map(({ key }) => key);
    expect(await keys(member, '?state=unknown_outcome')).toEqual([unknown]);
    expect(await keys(member, '?state=done')).toEqual([done]);
    expect((await keys(member, '')).sort()).toEqual([unknown, done].sort());
    expect(await keys(platform, '?state=unknown_outcome')).toEqual(
      expect.arrayContaining([unknown, foreign]),
    );
    expect(await keys(platform, '?org=org-b')).toEqual([foreign]);
  });

  it('continues after the previous page, even among effects of the same moment', async () => {
    const add = (started_at: string) =>
      admin.addRow('tool_effects', { state: 'started', started_at }, admin.orgB);
    for (let at = 0; at < 5; at += 1) await add('2026-11-20T10:00:00Z');
    await add('2026-11-20T11:00:00Z');
    const seen = await everyPage((next) => list(platform, `?org=org-b&state=started&limit=2${next}`));
    expect([seen.length, new Set(seen.map(({ key }) => key)).size]).toEqual([6, 6]);
  });
});

describe('an effect of unknown outcome', () => {
  it('can be settled by an admin; the audit log records the actor and the reason', async () => {
    const key = await admin.addRow('tool_effects', { key: `caller:k/1:order ${randomUUID()} ü` });
    const body = { outcome: 'done', result: { messageId: 'm-1' }, why: 'It is in the outbox.' };
    expect(await bodyOf(consoleEffect, settle(orgAdmin, key, body))).toMatchObject({
      key,
      state: 'done',
      result: { messageId: 'm-1' },
      settled: { by: orgAdmin.session.user.id, why: 'It is in the outbox.' },
    });
    expect(await admin.audited({ target: `effect:${key}` })).toMatchObject([
      {
        by: orgAdmin.session.user.id,
        action: 'effect.settle',
        before: { state: 'unknown_outcome' },
        after: { state: 'done', result: { messageId: 'm-1' } },
        reason: 'It is in the outbox.',
      },
    ]);
  });

  it('is settled once by concurrent requests, of members too', async () => {
    const key = await admin.addRow('tool_effects');
    const answers = await Promise.all(
      Array.from({ length: 4 }, (_, at) =>
        settle(member, key, { outcome: at % 2 ? 'done' : 'failed', why: 'I looked.' }),
      ),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409]);
  });

  it.each<EffectState>(['started', 'done', 'failed'])('cannot be settled when it is %s', async (state) => {
    const key = await admin.addRow('tool_effects', { state });
    const problem = await expectProblem(await settle(orgAdmin, key, { outcome: 'done', why: 'x' }), 409);
    expect(problem.detail).toContain(state);
  });

  it('cannot be settled from another org or without a reason', async () => {
    const key = await admin.addRow('tool_effects');
    const foreign = await admin.addRow('tool_effects', {}, admin.orgB);
    const body = { outcome: 'failed', why: 'I looked.' };
    await expectProblem(await settle(orgAdmin, foreign, body), 404);
    await expectProblem(await settle(platform, foreign, body), 422);
    expect((await settle(platform, foreign, body, '?org=org-b')).status).toBe(200);
    for (const wrong of [{}, { outcome: 'done' }, { ...body, why: ' ' }, { ...body, result: 1 }])
      await expectProblem(await settle(orgAdmin, key, wrong), 422);
    await expectProblem(await settle(orgAdmin, 'a\u0000b', body), 422);
    await expectProblem(await settle(orgAdmin, 'x'.repeat(600), body), 422);
    await expectProblem(await settle(orgAdmin, 'ü'.repeat(500), body), 404);
  });
});
