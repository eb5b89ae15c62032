import {
  apiKeyMade,
  consoleApiKeyPage,
  consoleAuditPage,
  consoleInvitationPage,
  consoleUserPage,
  invitationMade,
  invitationView,
} from '#contracts/console';
import { bodyOf, everyPage, expectProblem, postSignIn, useAdmin, type SignedIn } from '../admin.fixture.ts';

const NEW_PASSWORD = 'a long enough one';

const { admin, platform, orgAdmin, member, otherAdmin: stranger } = useAdmin();

const usersOf = (someone: SignedIn, query = '') => someone.read(consoleUserPage, `/admin/users${query}`);
const actionsOf = async (someone: SignedIn, query: string) =>
  (await someone.read(consoleAuditPage, `/admin/audit?${query}`)).items.map(({ action }) => action);

async function invite(someone: SignedIn, email: string, role = 'member') {
  return await bodyOf(invitationMade, someone.send('POST', '/admin/invitations', { body: { email, role } }));
}

const accept = (body: object) => admin.anonymous.send('POST', '/admin/invitations/accept', { body });

describe('users', () => {
  it('are listed for the org’s admin, and across orgs for platform admins', async () => {
    expect((await usersOf(orgAdmin)).items.map(({ email }) => email).sort()).toEqual([
      'admin@a.example',
      'member@a.example',
    ]);
    expect((await usersOf(platform)).items).toHaveLength(4);
    expect((await usersOf(platform, '?org=org-b')).items.map(({ email }) => email)).toEqual([
      'admin@b.example',
    ]);
    const [found] = (await usersOf(orgAdmin, '?q=ADMIN%40')).items;
    expect(found).toMatchObject({ role: 'org_admin', org: { slug: 'org-a' }, disabledAt: null });
    expect(found?.lastSignInAt).toEqual(expect.any(String));
  });

  it('are paged', async () => {
    const first = await usersOf(platform, '?limit=3');
    const rest = await usersOf(platform, `?limit=3&cursor=${first.nextCursor}`);
    expect([...first.items, ...rest.items].map(({ id }) => id)).toHaveLength(4);
    expect(rest.nextCursor).toBeNull();
  });

  it('can be changed only by admins of their org, and not in their own role', async () => {
    const [target] = (await usersOf(orgAdmin, '?q=member')).items;
    const [self] = (await usersOf(orgAdmin, '?role=org_admin')).items;
    const path = `/admin/users/${target?.id}`;
    await expectProblem(await stranger.send('PATCH', path, { body: { name: 'x' } }), 404);
    await expectProblem(await member.send('PATCH', path, { body: { role: 'org_admin' } }), 403);
    await expectProblem(await orgAdmin.send('PATCH', path, { body: { role: 'platform_admin' } }), 422);
    await expectProblem(await orgAdmin.send('PATCH', path, { body: {} }), 422);
    await expectProblem(
      await orgAdmin.send('PATCH', `/admin/users/${self?.id}`, { body: { disabled: true } }),
      409,
    );
    const changed = await orgAdmin.send('PATCH', path, { body: { role: 'analyst' } });
    expect(await changed.json()).toMatchObject({ role: 'analyst' });
    await orgAdmin.send('PATCH', path, { body: { role: 'member' } });
    expect(await actionsOf(orgAdmin, 'action=user')).toEqual(['user.change', 'user.change']);
  });

  it('lose their sessions as soon as they are disabled', async () => {
    await admin.addUser('leaver@a.example', 'member', admin.orgA.id);
    const leaver = await admin.signIn('leaver@a.example');
    const [row] = (await usersOf(orgAdmin, '?q=leaver')).items;
    await orgAdmin.send('PATCH', `/admin/users/${row?.id}`, { body: { disabled: true } });
    await expectProblem(await leaver.get('/admin/turns'), 401);
    const [after] = (await usersOf(orgAdmin, '?q=leaver')).items;
    expect(after?.disabledAt).toEqual(expect.any(String));
  });
});

describe('a link for a new password', () => {
  it('works once, ends the sessions, and is created only by admins of the org', async () => {
    await admin.addUser('forgetful@a.example', 'member', admin.orgA.id);
    const before = await admin.signIn('forgetful@a.example');
    const [row] = (await usersOf(orgAdmin, '?q=forgetful')).items;
    const path = `/admin/users/${row?.id}/password-link`;
    await expectProblem(await stranger.send('POST', path), 404);
    await expectProblem(await member.send('POST', path), 403);
    const { token } = await bodyOf(invitationMade, orgAdmin.send('POST', path));
    expect((await before.get('/admin/turns')).status).toBe(200);
    expect((await accept({ token, password: NEW_PASSWORD })).status).toBe(204);
    await expectProblem(await before.get('/admin/turns'), 401);
    await expectProblem(await accept({ token, password: NEW_PASSWORD }), 404);
    const email = 'forgetful@a.example';
    expect((await postSignIn(admin.url, { email, password: NEW_PASSWORD })).status).toBe(200);
    expect((await usersOf(orgAdmin, '?q=forgetful')).items).toMatchObject([
      { name: 'forgetful', role: 'member' },
    ]);
    expect(await actionsOf(orgAdmin, 'action=user.password_set')).toEqual(['user.password_set']);
  });
});

describe('an invitation', () => {
  it('creates an account with its role in the org, once', async () => {
    const { token } = await invite(orgAdmin, 'New.Person@a.example', 'member');
    expect(
      await bodyOf(
        invitationView,
        admin.anonymous.send('POST', '/admin/invitations/open', { body: { token } }),
      ),
    ).toMatchObject({ email: 'new.person@a.example', role: 'member', org: 'Aphrodite Homes' });
    await expectProblem(await accept({ token, name: 'New', password: 'short' }), 422);
    await expectProblem(await accept({ token, password: NEW_PASSWORD }), 422);
    expect((await accept({ token, name: 'New Person', password: NEW_PASSWORD })).status).toBe(204);
    await expectProblem(await accept({ token, name: 'Again', password: NEW_PASSWORD }), 404);
    const signedIn = await postSignIn(admin.url, { email: 'new.person@a.example', password: NEW_PASSWORD });
    expect(await signedIn.json()).toMatchObject({
      session: { user: { role: 'member', name: 'New Person' }, org: { slug: 'org-a' } },
    });
    expect(await actionsOf(orgAdmin, 'action=invitation')).toEqual([
      'invitation.accept',
      'invitation.create',
    ]);
  });

  it('is listed without its token, and can be withdrawn', async () => {
    const { id, token } = await invite(orgAdmin, 'never@a.example');
    const list = await (await orgAdmin.get('/admin/invitations')).text();
    expect(list).not.toContain(token);
    expect(consoleInvitationPage.parse(JSON.parse(list)).items.map(({ email }) => email)).toEqual([
      'never@a.example',
    ]);
    await expectProblem(await stranger.send('DELETE', `/admin/invitations/${id}`), 404);
    expect((await orgAdmin.send('DELETE', `/admin/invitations/${id}`)).status).toBe(204);
    await expectProblem(await accept({ token, name: 'N', password: NEW_PASSWORD }), 404);
  });

  it('is listed once, page by page', async () => {
    const emails = ['page-1@a.example', 'page-2@a.example', 'page-3@a.example'];
    for (const email of emails) await invite(orgAdmin, email);
    const seen = await everyPage((next) =>
      orgAdmin.read(consoleInvitationPage, `/admin/invitations?limit=2${next}`),
    );
    const paged = seen.map(({ email }) => email).filter((email) => email.startsWith('page-'));
    expect(paged.sort()).toEqual(emails);
  });

  it('replaces the previous one, and is refused for existing users', async () => {
    const first = await invite(orgAdmin, 'twice@a.example');
    const second = await invite(orgAdmin, 'twice@a.example');
    await expectProblem(await accept({ token: first.token, name: 'T', password: NEW_PASSWORD }), 404);
    expect((await accept({ token: second.token, name: 'T', password: NEW_PASSWORD })).status).toBe(204);
    const again = { body: { email: 'member@a.example', role: 'member' } };
    await expectProblem(await orgAdmin.send('POST', '/admin/invitations', again), 409);
  });

  it('to the platform can be created only by platform admins', async () => {
    const body = { email: 'boss@platform.example', role: 'platform_admin' };
    await expectProblem(await orgAdmin.send('POST', '/admin/invitations', { body }), 422);
    await expectProblem(await member.send('POST', '/admin/invitations', { body }), 403);
    const { token } = await invite(platform, body.email, body.role);
    expect((await accept({ token, name: 'Boss', password: NEW_PASSWORD })).status).toBe(204);
    expect((await usersOf(platform, '?q=boss')).items).toMatchObject([{ role: 'platform_admin', org: null }]);
  });
});

describe('an API key', () => {
  it('is shown once, listed without its secret, and can be revoked', async () => {
    const made = await bodyOf(
      apiKeyMade,
      orgAdmin.send('POST', '/admin/api-keys', { body: { name: 'Website', scopes: ['messages'] } }),
    );
    const text = await (await orgAdmin.get('/admin/api-keys')).text();
    expect(text).not.toContain(made.key);
    expect(consoleApiKeyPage.parse(JSON.parse(text)).items).toMatchObject([
      { name: 'Website', prefix: made.prefix, scopes: ['messages'], revokedAt: null, user: null },
    ]);
    await expectProblem(await stranger.send('DELETE', `/admin/api-keys/${made.id}`), 404);
    expect((await orgAdmin.send('DELETE', `/admin/api-keys/${made.id}`)).status).toBe(204);
    const [row] = (await orgAdmin.read(consoleApiKeyPage, '/admin/api-keys')).items;
    expect(row?.revokedAt).toEqual(expect.any(String));
  });

  it('can act only as a user of its org, within that user’s role', async () => {
    const [user] = (await usersOf(orgAdmin, '?q=member%40')).items;
    const [foreign] = (await usersOf(stranger)).items;
    const body = { name: 'Script', scopes: ['admin'], userId: user?.id };
    await expectProblem(await orgAdmin.send('POST', '/admin/api-keys', { body }), 422);
    const asForeign = { name: 'Script', scopes: ['messages'], userId: foreign?.id };
    await expectProblem(await orgAdmin.send('POST', '/admin/api-keys', { body: asForeign }), 404);
    await expectProblem(await platform.send('POST', '/admin/api-keys', { body: { ...body } }), 422);
    await expectProblem(await member.send('POST', '/admin/api-keys', { body }), 403);
    await expectProblem(await member.get('/admin/api-keys'), 403);
  });
});
