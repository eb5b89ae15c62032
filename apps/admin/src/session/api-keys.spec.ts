import { randomBytes } from 'node:crypto';
import type { ApiKeyScope, UserRole } from '#contracts';
import { ApiKeyService, UserService } from '#identity';
import { describeWith } from '../../../../test/harness/services.ts';
import { expectProblem, useAdmin } from '../admin.fixture.ts';

describeWith('postgres', 'an API key at the console', () => {
  const { admin } = useAdmin({ env: { SECRETS_KEY: randomBytes(32).toString('base64') } });

  async function newKey(role: UserRole | null, scopes: ApiKeyScope[] = ['admin']) {
    const orgId = admin.orgA.id;
    const users = admin.app.get(UserService);
    const user = role && (await users.ensure({ orgId, handle: role.replace('_', '-'), name: role, role }));
    return admin.database.forOrg(orgId, (tx) =>
      admin.app.get(ApiKeyService).create(tx, { name: 'Script', scopes, userId: user?.id ?? null }),
    );
  }

  const set = (key: string, at: object) =>
    admin.withKey(key).send('POST', '/admin/flags/tool_broker/set', {
      body: { at, value: 'shadow', why: 'by a script' },
    });

  const flags = (key: string) => admin.withKey(key).get('/admin/flags');

  it('acts as its user in its org, without a session and its CSRF token', async () => {
    const { key } = await newKey('org_admin');
    expect((await flags(key)).status).toBe(200);
    expect((await set(key, { place: 'org' })).status).toBe(200);
    expect(await admin.audited({ action: 'flag.set' })).toMatchObject([{ actorKind: 'api_key' }]);
  });

  it('has no more rights than its user', async () => {
    await expect(newKey('member')).rejects.toMatchObject({ code: 'SCOPE_BEYOND_ROLE' });
    await expect(newKey('analyst')).rejects.toMatchObject({ code: 'SCOPE_BEYOND_ROLE' });
    const { key: strong } = await newKey('org_admin');
    await expectProblem(await set(strong, { place: 'default' }), 403);
  });

  it.each(['org-b', 'nobody'])('names its own org, and not whether %s exists', async (org) => {
    const { key } = await newKey('org_admin');
    const own = /^Your access is to the org "org-a" alone, not to "(org-b|nobody)"\.$/;
    for (const answer of [
      await admin.withKey(key).get(`/admin/flags?org=${org}`),
      await set(key, { place: 'org', org }),
    ])
      expect((await expectProblem(answer, 404)).detail).toMatch(own);
  });

  it('is refused if it is wrong, revoked or lacks the scope', async () => {
    for (const wrong of ['tp_' + 'x'.repeat(43), 'nonsense']) {
      await expectProblem(await flags(wrong), 401);
    }
    await expectProblem(await admin.anonymous.get('/admin/flags', { authorization: 'Basic eDp5' }), 401);
    const { key: unscoped } = await newKey('org_admin', ['messages', 'turns']);
    expect((await expectProblem(await flags(unscoped), 403)).type).toContain('missing-scope');
    const { key: nobodys } = await newKey(null);
    expect((await expectProblem(await flags(nobodys), 403)).detail).toMatch(
      /does not act as a user.*npm run setup with --new-key.*--email and --password-stdin/,
    );
    const { key, id } = await newKey('org_admin');
    await admin.database.forOrg(admin.orgA.id, (tx) => admin.app.get(ApiKeyService).revoke(tx, id));
    await expectProblem(await flags(key), 401);
  });
});
