import { Budgets } from '#models';
import { describeWith } from '../../../../test/harness/services.ts';
import { expectProblem, useAdmin, type SignedIn } from '../admin.fixture.ts';

describeWith(['postgres'], 'budgets in the console', () => {
  const { admin, orgAdmin, member, platform } = useAdmin();

  const put = (who: SignedIn, path: string, limits: object) =>
    who.send('PUT', `/admin/budgets/${path}`, { body: { reason: 'The pilot has ended.', ...limits } });

  it('can be set by admins, come with the spend, and apply from the next call', async () => {
    const set = await put(orgAdmin, 'month', { softUsd: 1, hardUsd: 2.5 });
    expect(set.status).toBe(200);
    const budgets = admin.app.get(Budgets);
    const asked = { provider: 'openai', model: 'gpt-6-luna', tier: 'flash' } as const;
    const usage = { promptTokens: 1_000, cachedTokens: 0, completionTokens: 100 };
    const reserve = (usd: number) => budgets.reserve(admin.orgA.id, asked, { usd, ...usage });
    await budgets.count(admin.orgA.id, [(await reserve(2)).useOf(usage, 2)]);
    await expect(reserve(1)).rejects.toMatchObject({ errorClass: 'BUDGET_EXCEEDED' });
    expect(await (await orgAdmin.get('/admin/budgets')).json()).toEqual({
      items: [{ period: 'month', softUsd: 1, hardUsd: 2.5, spentUsd: 2, reservedUsd: 0 }],
    });
    expect(await (await platform.get('/admin/budgets?org=org-b')).json()).toEqual({ items: [] });
    const report = await orgAdmin.get('/admin/model-costs?from=2000-01-01&to=2999-12-31');
    expect(await report.json()).toMatchObject({ costUsd: 2, tiers: [{ tier: 'flash', calls: 1 }, {}, {}] });
    const cleared = await put(orgAdmin, 'month', { softUsd: null, hardUsd: null });
    expect(await cleared.json()).toEqual({ items: [] });
    const [none, some] = [
      { softUsd: null, hardUsd: null },
      { softUsd: 1, hardUsd: 2.5 },
    ];
    expect(await admin.audited({ action: 'budget.set' })).toMatchObject([
      { before: none, after: some, reason: 'The pilot has ended.' },
      { before: some, after: none, reason: 'The pilot has ended.' },
    ]);
  });

  it('are refused to members, across orgs and without a reason', async () => {
    const limits = { softUsd: null, hardUsd: 1 };
    await expectProblem(await put(member, 'day', limits), 403);
    await expectProblem(await put(platform, 'day', limits), 422);
    await expectProblem(await put(orgAdmin, 'year', limits), 422);
    for (const wrong of [{ softUsd: 2 }, { hardUsd: -1 }, { reason: ' ' }])
      await expectProblem(await put(orgAdmin, 'day', { ...limits, ...wrong }), 422);
  });
});
