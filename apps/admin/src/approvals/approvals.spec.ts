import { randomUUID } from 'node:crypto';
import { approvalPage, approvalView } from '#contracts';
import { expectProblem, useAdmin, type SignedIn } from '../admin.fixture.ts';

const { admin, member, analyst, platform } = useAdmin(['member', 'analyst', 'platform']);

async function ask(orgId = admin.orgA.id): Promise<string> {
  const id = randomUUID();
  const now = new Date();
  await admin.database.forOrg(orgId, (tx) =>
    tx.execute(
      `INSERT INTO approvals (org_id, id, turn_id, conversation_id, step_key, tool, arguments, arguments_hash, reason,
         requested_at, expires_at)
       VALUES ($1, $2, $3, $4, 'tool:1:0', 'send_offer', '{"price":100}', 'h', 'It is dear.', $5, $6)`,
      [id, randomUUID(), randomUUID(), now, new Date(now.getTime() + 3_600_000)],
    ),
  );
  return id;
}
const decide = (who: SignedIn, id: string, query = '') =>
  who.send('POST', `/admin/approvals/${id}${query}`, { body: { decision: 'approve' } });

describe('the approvals of the console', () => {
  it('shows a member what waits in the own org, and lets the member decide', async () => {
    const id = await ask();
    await ask(admin.orgB.id);
    const page = approvalPage.parse(await (await member.get('/admin/approvals?state=pending')).json());
    expect(page.items).toMatchObject([{ id, tool: 'send_offer', arguments: { price: 100 } }]);
    const decided = approvalView.parse(await (await decide(member, id)).json());
    expect(decided).toMatchObject({ state: 'approved' });
    await expectProblem(await decide(member, id), 409);
  });

  it('lets a platform admin decide in the org that was picked', async () => {
    const id = await ask();
    await expectProblem(await decide(platform, id), 422);
    expect((await decide(platform, id, '?org=org-a')).status).toBe(200);
  });

  it('shows an analyst none', async () => {
    const id = await ask();
    await expectProblem(await analyst.get('/admin/approvals'), 403);
    await expectProblem(await decide(analyst, id), 403);
  });

  it("knows no other org's", async () => {
    await expectProblem(await decide(member, await ask(admin.orgB.id)), 404);
    await expectProblem(await decide(member, randomUUID()), 404);
  });
});
