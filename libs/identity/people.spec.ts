import { AlreadyExistsError, InvalidIdentityError, UserNotFoundError } from './identity.errors.ts';
import { useIdentity } from './testing/identity.fixture.ts';
import type { NewUser } from './users/user.service.ts';

describe('users, contacts and the audit log', () => {
  const identity = useIdentity();

  const member = (over: Partial<NewUser> = {}): NewUser => ({
    orgId: identity.orgA.id,
    name: 'Agent',
    handle: 'agent-01',
    role: 'member',
    ...over,
  });

  it('finds a user of the org by id or handle, and none of another org', async () => {
    const user = await identity.users.ensure(member({ email: 'One@Example.com' }));
    expect(await identity.inA((tx) => identity.users.byHandleOrId(tx, 'agent-01'))).toEqual(user);
    expect(await identity.inA((tx) => identity.users.byHandleOrId(tx, 'AGENT-01'))).toEqual(user);
    expect(await identity.inA((tx) => identity.users.byHandleOrId(tx, user.id))).toEqual(user);
    for (const reference of ['agent-01', user.id]) {
      const elsewhere = identity.inB((tx) => identity.users.byHandleOrId(tx, reference));
      expect(await elsewhere).toBeNull();
    }
  });

  it('creates a user once, and allows the same handle in two orgs', async () => {
    const made = await Promise.all([1, 2].map(() => identity.users.ensure(member({ handle: 'twice' }))));
    expect(made[0]?.id).toBe(made[1]?.id);
    const other = await identity.users.ensure(member({ handle: 'twice', orgId: identity.orgB.id }));
    expect(other.id).not.toBe(made[0]?.id);
    const admins = await Promise.all(
      [1, 2].map(() =>
        identity.users.ensure({ orgId: null, name: 'Root', handle: 'root', role: 'platform_admin' }),
      ),
    );
    expect(admins[0]?.id).toBe(admins[1]?.id);
  });

  it('names the field that is taken', async () => {
    await identity.inA((tx) =>
      identity.users.create(tx, member({ handle: 'taken', email: 'taken@example.com' })),
    );
    await expect(
      identity.inA((tx) => identity.users.create(tx, member({ handle: 'taken' }))),
    ).rejects.toMatchObject({ constructor: AlreadyExistsError, field: 'handle' });
    await expect(
      identity.inA((tx) => identity.users.create(tx, member({ handle: 'free', email: 'TAKEN@example.com' }))),
    ).rejects.toMatchObject({ field: 'email' });
    await expect(
      identity.users.ensure(member({ orgId: identity.orgB.id, handle: 'free', email: 'taken@example.com' })),
    ).rejects.toMatchObject({ field: 'email' });
  });

  it.each<[Partial<NewUser>, string]>([
    [{ handle: 'No Handle' }, 'handle'],
    [{ handle: '01890a5d-ac96-774b-bcce-b302099a8057' }, 'handle'],
    [{ email: 'no e-mail' }, 'email'],
    [{ name: '' }, 'name'],
    [{ orgId: null }, 'role'],
    [{ role: 'platform_admin' }, 'role'],
  ])('refuses %j', async (over, field) => {
    await expect(identity.users.ensure(member({ handle: 'x', ...over }))).rejects.toMatchObject({
      constructor: InvalidIdentityError,
      field,
    });
  });

  it('changes name and role, but never to platform admin', async () => {
    const user = await identity.users.ensure(member({ handle: 'riser' }));
    expect(
      await identity.inA((tx) => identity.users.update(tx, user.id, { role: 'org_admin' })),
    ).toMatchObject({ role: 'org_admin', name: 'Agent' });
    await expect(
      identity.inA((tx) => identity.users.update(tx, user.id, { role: 'platform_admin' })),
    ).rejects.toThrow(InvalidIdentityError);
    const elsewhere = identity.inB((tx) => identity.users.update(tx, user.id, { name: 'x' }));
    await expect(elsewhere).rejects.toThrow(UserNotFoundError);
    await expect(
      identity.inA((tx) =>
        tx.executeUnscoped(`UPDATE users SET role = 'platform_admin' WHERE id = $1`, [user.id]),
      ),
    ).rejects.toThrow('ck_users_role_org');
  });

  it('creates a contact with its first message and only then', async () => {
    const ensure = () => identity.inA((tx) => identity.contacts.ensure(tx, 'contact-1', { language: 'el' }));
    const [contact, ...others] = await Promise.all([ensure(), ensure(), ensure()]);
    expect(contact).toMatchObject({ id: 'contact-1', name: null, language: 'el' });
    expect(others).toEqual([contact, contact]);
    expect(await ensure()).toEqual(contact);
    expect(await identity.inA((tx) => identity.contacts.remove(tx, 'contact-1'))).toBe(true);
    expect(await identity.inA((tx) => identity.contacts.byId(tx, 'contact-1'))).toBeNull();
  });

  it('records a change without its secrets, in the transaction of the change', async () => {
    const record = {
      actor: { kind: 'user' as const },
      action: 'org.settings',
      target: 'org',
      reason: 'asked for',
    };
    await identity.inA((tx) =>
      identity.audit.record(tx, { ...record, before: { apiKey: 'x', a: 1 }, after: { a: 'NUL \u0000' } }),
    );
    await identity
      .inA(async (tx) => {
        await identity.audit.record(tx, { ...record, action: 'undone' });
        throw new Error('rolled back');
      })
      .catch(() => undefined);
    await identity.database.asPlatform('a test', (tx) =>
      identity.audit.record(tx, { ...record, action: 'platform' }),
    );
    const rows = await identity.database.asPlatform('a test', (tx) =>
      tx.queryUnscoped(`SELECT org_id AS "orgId", action, before, after, reason FROM audit_log ORDER BY id`),
    );
    expect(rows).toEqual([
      {
        orgId: identity.orgA.id,
        action: 'org.settings',
        before: { apiKey: '[redacted]', a: 1 },
        after: { a: 'NUL \uFFFD' },
        reason: 'asked for',
      },
      { orgId: null, action: 'platform', before: null, after: null, reason: 'asked for' },
    ]);
    await expect(identity.inA((tx) => tx.executeUnscoped('DELETE FROM audit_log'))).rejects.toThrow(
      'permission denied',
    );
    await expect(
      identity.database.asPlatform('a test', (tx) => tx.executeUnscoped(`UPDATE audit_log SET action = 'x'`)),
    ).rejects.toThrow('permission denied');
  });
});
