import { randomUUID } from 'node:crypto';
import { approvalPage, approvalView } from '#contracts';
import { bodyOf, expectProblem, useAdmin, type SignedIn } from '../admin.fixture.ts';

const { admin, member, analyst, platform } = useAdmin();

const decide = (who: SignedIn, id: string, query = '') =>
  who.send('POST', `/admin/approvals/${id}${query}`, { body: { decision: 'approve' } });

describe('approvals in the console', () => {
  it('are visible to the members of the org, who can decide each once', async () => {
    const id = await admin.addRow('approvals');
    const foreign = await admin.addRow('approvals', {}, admin.orgB);
    const { items } = await member.read(approvalPage, '/admin/approvals?state=pending');
    expect(items).toMatchObject([{ id, tool: 'send_offer', arguments: { price: 100 } }]);
    expect(await bodyOf(approvalView, decide(member, id))).toMatchObject({ state: 'approved' });
    await expectProblem(await decide(member, id), 409);
    for (const unknown of [foreign, randomUUID()]) await expectProblem(await decide(member, unknown), 404);
  });

  it('can be decided by a platform admin who picks the org', async () => {
    const id = await admin.addRow('approvals');
    await expectProblem(await decide(platform, id), 422);
    expect((await decide(platform, id, '?org=org-a')).status).toBe(200);
  });

  it('are hidden from analysts', async () => {
    await expectProblem(await analyst.get('/admin/approvals'), 403);
  });
});
