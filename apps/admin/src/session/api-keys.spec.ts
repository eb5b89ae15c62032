import { randomBytes, randomUUID } from 'node:crypto';
import type { ApiKeyScope, UserRole } from '#contracts';
import { ApiKeyService, UserService } from '#identity';
import { describeWith } from '../../../../test/harness/services.ts';
import { expectProblem, useAdmin } from '../admin.fixture.ts';

describeWith('postgres', 'an API key at the console', () => {
  const { admin } = useAdmin([], { env: { SECRETS_KEY: randomBytes(32).toString('base64') } });

  async function newKey(role: UserRole | null, scopes: ApiKeyScope[] = ['admin']) {
    const orgId = admin.orgA.id;
    const users = admin.app.get(UserService);
    const user = role && (await users.ensure({ orgId, handle: role.replace('_', '-'), name: role, role }));
    return admin.database.forOrg(orgId, (tx) =>
      admin.app.get(ApiKeyService).create(tx, { name: 'Script', scopes, userId: user?.id ?? null }),
    );
  }

  const send = (key: string, path: string, body?: object, method = body ? 'POST' : 'GET') =>
    fetch(`${admin.url}/admin/${path}`, {
      method,
      headers: { authorization: `Bearer ${key}`, ...(body ? { 'content-type': 'application/json' } : {}) },
      body: body && JSON.stringify(body),
    });
  const set = (at: object) => ({ at, value: 'shadow', why: 'by a script' });

  it('acts as its user in its org, without a session and its CSRF token', async () => {
    const { key } = await newKey('org_admin');
    expect((await send(key, 'flags')).status).toBe(200);
    expect((await send(key, 'flags/tool_broker/set', set({ place: 'org' }))).status).toBe(200);
    const [entry] = await admin.database.asPlatform('the test reads the audit log', (tx) =>
      tx.query<{ actor_kind: string; name: string }>(
        `SELECT a.actor_kind, u.name FROM audit_log a JOIN users u ON u.id = a.actor_user_id WHERE action = 'flag.set'`,
      ),
    );
    expect(entry).toEqual({ actor_kind: 'api_key', name: 'org_admin' });
  });

  it('stands in the audit log as a key, whatever it changes', async () => {
    const { key } = await newKey('org_admin');
    const [deliveryId, approvalId] = [randomUUID(), randomUUID()];
    await admin.database.forOrg(admin.orgA.id, async (tx) => {
      await tx.execute(
        `INSERT INTO webhook_deliveries (org_id, id, turn_id, conversation_id, event, url, state, round_began_at, created_at)
         VALUES ($1, $2, $2, $2, 'turn.completed', 'https://example.com/', 'failed', now(), now())`,
        [deliveryId],
      );
      await tx.execute(
        `INSERT INTO approvals (org_id, id, turn_id, conversation_id, step_key, tool, arguments, arguments_hash, reason,
           requested_at, expires_at)
         VALUES ($1, $2, $2, $2, 'k', 'note', '{}', 'h', 'r', now(), now() + interval '1 day')`,
        [approvalId],
      );
    });
    for (const [path, body] of [
      [`webhooks/deliveries/${deliveryId}/replay`, {}],
      ['webhooks/secret/rotate', {}],
      [`approvals/${approvalId}`, { decision: 'approve' }],
    ] as const)
      expect((await send(key, path, body)).status).toBe(200);
    expect(
      (await send(key, 'budgets/day', { softUsd: null, hardUsd: 5, reason: 'A test' }, 'PUT')).status,
    ).toBe(200);
    const kinds = await admin.database.forOrg(admin.orgA.id, (tx) =>
      tx.query(
        `SELECT action, actor_kind AS kind FROM audit_log
          WHERE org_id = $1 AND action IN ('webhook.replay', 'webhook_secret.rotate', 'approval.decide', 'budget.set')
          ORDER BY action`,
      ),
    );
    const actions = ['approval.decide', 'budget.set', 'webhook.replay', 'webhook_secret.rotate'];
    expect(kinds).toEqual(actions.map((action) => ({ action, kind: 'api_key' })));
  });

  it('has no more rights than its user', async () => {
    await expect(newKey('member')).rejects.toMatchObject({ code: 'SCOPE_BEYOND_ROLE' });
    await expect(newKey('analyst')).rejects.toMatchObject({ code: 'SCOPE_BEYOND_ROLE' });
    const { key: strong } = await newKey('org_admin');
    await expectProblem(await send(strong, 'flags/tool_broker/set', set({ place: 'default' })), 403);
  });

  it('sees no other org', async () => {
    const { key } = await newKey('org_admin');
    await expectProblem(await send(key, 'flags?org=org-b'), 404);
    await expectProblem(await send(key, 'flags/tool_broker/set', set({ place: 'org', org: 'org-b' })), 404);
    await expectProblem(await send(key, 'turns?org=org-b'), 404);
  });

  it('is refused when it is wrong, revoked, or not for this', async () => {
    for (const wrong of ['tp_' + 'x'.repeat(43), 'nonsense']) {
      const response = await send(wrong, 'flags');
      expect(response.headers.get('www-authenticate')).toBe('Bearer');
      await expectProblem(response, 401);
    }
    const basic = await fetch(`${admin.url}/admin/flags`, { headers: { authorization: 'Basic eDp5' } });
    await expectProblem(basic, 401);
    const { key: unscoped } = await newKey('org_admin', ['messages', 'turns']);
    expect((await expectProblem(await send(unscoped, 'flags'), 403)).type).toContain('missing-scope');
    const { key: nobodys } = await newKey(null);
    expect((await expectProblem(await send(nobodys, 'flags'), 403)).detail).toContain(
      'does not act as a user',
    );
    const { key, id } = await newKey('org_admin');
    await admin.database.forOrg(admin.orgA.id, (tx) => admin.app.get(ApiKeyService).revoke(tx, id));
    await expectProblem(await send(key, 'flags'), 401);
  });
});
