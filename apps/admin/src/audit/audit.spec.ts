import { randomUUID } from 'node:crypto';
import { apiKeyMade, consoleAuditPage, consoleUserPage, invitationMade } from '#contracts/console';
import { bodyOf, everyPage, expectProblem, useAdmin, type SignedIn } from '../admin.fixture.ts';

const { admin, platform, orgAdmin, member } = useAdmin();

beforeAll(async () => {
  await admin.addUser('petros@a.example', 'member', admin.orgA.id);
});

async function entriesOf(someone: SignedIn, query: string) {
  return (await someone.read(consoleAuditPage, `/admin/audit?${query}`)).items;
}

async function idOf(email: string): Promise<string> {
  return (
    (await orgAdmin.read(consoleUserPage, `/admin/users?q=${encodeURIComponent(email)}`)).items[0]?.id ?? ''
  );
}

it('names the actor and the changed user, key or invitation of an entry', async () => {
  const petros = await idOf('petros@a.example');
  await orgAdmin.send('PATCH', `/admin/users/${petros}`, { body: { role: 'analyst' } });
  const body = { name: 'Website', scopes: ['messages'] };
  const key = await bodyOf(apiKeyMade, orgAdmin.send('POST', '/admin/api-keys', { body }));
  await orgAdmin.send('DELETE', `/admin/api-keys/${key.id}`);
  const invited = { email: 'new@a.example', role: 'member' };
  const made = await (await orgAdmin.send('POST', '/admin/invitations', { body: invited })).json();

  const [change] = await entriesOf(orgAdmin, 'action=user.change');
  expect(change).toMatchObject({
    actor: { kind: 'user', name: 'admin', email: 'admin@a.example' },
    target: `user:${petros}`,
    targetName: 'petros (petros@a.example)',
  });
  expect(await entriesOf(orgAdmin, 'action=api_key.revoke')).toMatchObject([
    { target: `api_key:${key.id}`, targetName: 'Website' },
  ]);
  expect(await entriesOf(orgAdmin, 'action=invitation.create')).toMatchObject([
    { target: `invitation:${invitationMade.parse(made).id}`, targetName: 'new@a.example' },
  ]);
});

it('finds entries by the name of the changed user', async () => {
  const found = await entriesOf(orgAdmin, 'action=user.change&q=petros');
  expect(found.map(({ targetName }) => targetName)).toEqual(['petros (petros@a.example)']);
});

it('shows targets that have no name or no longer exist by their stored id', async () => {
  const gone = randomUUID();
  await admin.database.forOrg(admin.orgA.id, async (tx) => {
    for (const target of [`user:${gone}`, 'user:unknown', 'flag:tool_broker'])
      await tx.execute(
        `INSERT INTO audit_log (org_id, id, actor_kind, actor_user_id, action, target, at)
         VALUES ($1, $2, 'user', $3, 'test.names', $4, now())`,
        [randomUUID(), gone, target],
      );
  });
  const entries = await entriesOf(platform, 'action=test.names');
  expect(entries.map(({ targetName }) => targetName)).toEqual([null, null, null]);
  expect(entries[0]?.actor).toEqual({ kind: 'user', userId: gone, name: null, email: null });
});

it('names the tool, the decision and the comment of a decided approval', async () => {
  const body = { decision: 'refuse', comment: 'Too dear' };
  await orgAdmin.send('POST', `/admin/approvals/${await admin.addRow('approvals')}`, { body });
  const [entry] = await entriesOf(orgAdmin, 'action=approval');
  expect(entry).toMatchObject({ targetName: 'send_offer (refused)', reason: 'Too dear' });
});

it('hides the names of platform admins in the log of an org', async () => {
  const petros = await idOf('petros@a.example');
  await platform.send('PATCH', `/admin/users/${petros}`, { body: { role: 'member' } });
  const [seen] = await entriesOf(orgAdmin, 'action=user.change');
  expect(seen?.actor).toMatchObject({ name: null, email: null });
  expect(seen?.targetName).toBe('petros (petros@a.example)');
  const [known] = await entriesOf(platform, 'action=user.change');
  expect(known?.actor).toMatchObject({ name: 'root', email: 'root@platform.example' });
});

it('can be searched by action, actor, words and days, and is paged', async () => {
  const changes = await entriesOf(orgAdmin, 'action=user.change');
  const [first] = await entriesOf(orgAdmin, 'action=user&limit=1');
  expect(first).toEqual(changes[0]);
  expect(await entriesOf(orgAdmin, 'q=PETROS%40a')).toHaveLength(changes.length);
  const body = { softUsd: 1, hardUsd: null, reason: 'measured at 97 %' };
  await orgAdmin.send('PUT', '/admin/budgets/day', { body });
  expect(await entriesOf(orgAdmin, 'q=97+%25')).toMatchObject([{ action: 'budget.set' }]);
  expect((await entriesOf(orgAdmin, 'actor=user')).map(({ id }) => id)).toContain(first?.id);
  for (const nothing of ['actor=system', `user=${randomUUID()}`, 'to=2020-01-01', 'q=9%25%25'])
    expect(await entriesOf(orgAdmin, nothing)).toEqual([]);
  const page = (next: string) => orgAdmin.read(consoleAuditPage, `/admin/audit?q=petros&limit=1${next}`);
  expect(await everyPage(page)).toEqual(await entriesOf(orgAdmin, 'q=petros'));
});

it('is visible only to admins of the org', async () => {
  await expectProblem(await member.get('/admin/audit'), 403);
  const orgsOf = async (entries: ReturnType<typeof entriesOf>) => (await entries).map(({ org }) => org?.slug);
  expect(new Set(await orgsOf(entriesOf(orgAdmin, '')))).toEqual(new Set(['org-a']));
  expect(await orgsOf(entriesOf(platform, 'org=org-b'))).not.toContain('org-a');
});
