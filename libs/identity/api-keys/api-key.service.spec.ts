import { apiKeyScopes, type UserRole } from '#contracts';
import { ApiKeyService } from './api-key.service.ts';
import {
  AlreadyExistsError,
  ApiKeyNotFoundError,
  InvalidIdentityError,
  UserNotFoundError,
} from '../identity.errors.ts';
import { useIdentity } from '../testing/identity.fixture.ts';
import { SOON_MS } from '../../../test/harness/eventually.ts';

describe('ApiKeyService', () => {
  const identity = useIdentity();
  let keys: ApiKeyService;

  beforeAll(async () => {
    ({ keys } = identity);
  });

  const createKey = (input: Partial<Parameters<ApiKeyService['create']>[1]> = {}) =>
    identity.inA((tx) => keys.create(tx, { name: 'test', scopes: ['messages'], ...input }));

  const addUser = (handle: string, role: UserRole, orgId = identity.orgA.id) =>
    identity.users.ensure({ orgId, name: handle, handle, role });

  it('creates a key with org, scopes and user', async () => {
    const user = await addUser('ann', 'member');
    const made = await createKey({ scopes: ['messages', 'messages:staff'], userId: user.id });
    expect(made.key).toMatch(/^tp_[A-Za-z0-9_-]{43}$/);
    expect(made.key.startsWith(made.prefix)).toBe(true);
    expect(await keys.authenticate(made.key)).toEqual({
      keyId: made.id,
      orgId: identity.orgA.id,
      org: {
        id: identity.orgA.id,
        slug: 'org-a',
        name: 'Org A',
        defaultPack: 'estio',
        packs: ['estio'],
        timezone: 'UTC',
      },
      scopes: ['messages', 'messages:staff'],
      userId: user.id,
      user: { id: user.id, handle: 'ann', role: 'member' },
    });
    const listed = await identity.inA((tx) => keys.list(tx));
    expect(JSON.stringify(listed)).not.toContain(made.key.slice(made.prefix.length));
  });

  it('rejects unknown keys', async () => {
    const { key } = await createKey();
    for (const wrong of [
      '',
      'tp_',
      key.slice(0, -1),
      `${key}x`,
      key.toUpperCase(),
      `tp_${'a'.repeat(43)}`,
      "tp_' OR 1=1",
    ]) {
      expect(await keys.authenticate(wrong)).toBeNull();
    }
  });

  it('queries the database once for a burst, and never for a malformed key', async () => {
    const { key } = await createKey();
    const service = new ApiKeyService(identity.database, identity.clock);
    const asPlatform = jest.spyOn(identity.database, 'asPlatform');
    const callers = await Promise.all(Array.from({ length: 200 }, () => service.authenticate(key)));
    await service.authenticate('no key');
    expect(callers.every((caller) => caller?.orgId === identity.orgA.id)).toBe(true);
    expect(asPlatform).toHaveBeenCalledTimes(1);
    asPlatform.mockRestore();
    await service.settle();
  });

  it('rejects a revoked key in its process at once and in others soon', async () => {
    const { id, key } = await createKey();
    const elsewhere = new ApiKeyService(identity.database, identity.clock);
    expect(await elsewhere.authenticate(key)).not.toBeNull();
    expect(await keys.authenticate(key)).not.toBeNull();
    await identity.inA((tx) => keys.revoke(tx, id));
    const revokedAt = performance.now();
    expect(await keys.authenticate(key)).toBeNull();
    while (await elsewhere.authenticate(key)) {
      expect(performance.now() - revokedAt).toBeLessThan(SOON_MS);
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
    await elsewhere.settle();
    await expect(createKey({ key })).rejects.toThrow(AlreadyExistsError);
  });

  it('does not revoke a key of another org', async () => {
    const { id, key } = await createKey();
    await expect(identity.inB((tx) => keys.revoke(tx, id))).rejects.toThrow(ApiKeyNotFoundError);
    expect(await keys.authenticate(key)).not.toBeNull();
  });

  it.each([
    ['analyst', 'messages'],
    ['analyst', 'messages:staff'],
    ['analyst', 'turns'],
    ['analyst', 'contacts'],
    ['analyst', 'mcp'],
    ['analyst', 'admin'],
    ['member', 'admin'],
  ] as const)('does not let a key of an %s do more than that role: %s', async (role, scope) => {
    const { id: userId } = await addUser(`key-${role}`, role);
    await expect(createKey({ userId, scopes: ['metrics', scope] })).rejects.toMatchObject({
      code: 'SCOPE_BEYOND_ROLE',
      pointer: '/scopes',
    });
    const { id } = await createKey({ userId, scopes: ['metrics'] });
    await expect(
      identity.inA((tx) => keys.change(tx, id, { scopes: [scope], userId })),
    ).rejects.toMatchObject({ code: 'SCOPE_BEYOND_ROLE' });
  });

  it('removes scopes that the user no longer has', async () => {
    const { id: userId } = await addUser('less', 'org_admin');
    const { key } = await createKey({ userId, scopes: [...apiKeyScopes] });
    await identity.inA((tx) => identity.users.update(tx, userId, { role: 'analyst' }));
    expect(await keys.authenticate(key)).toMatchObject({ scopes: ['metrics'] });
  });

  it('refuses a key that acts for a disabled user', async () => {
    const user = await addUser('gone', 'member');
    const { key } = await createKey({ userId: user.id });
    await identity.inA((tx) => identity.users.setDisabled(tx, user.id, true));
    expect(await keys.authenticate(key)).toBeNull();
  });

  it('writes the last use at most once a minute', async () => {
    const { id, key } = await createKey();
    const lastUse = async () => {
      await keys.settle();
      const listed = await identity.inA((tx) => keys.list(tx));
      return listed.find((one) => one.id === id)?.lastUsedAt;
    };
    const firstUse = identity.clock.now();
    await keys.authenticate(key);
    expect(await lastUse()).toEqual(firstUse);
    identity.clock.advance(59_000);
    await keys.authenticate(key);
    expect(await lastUse()).toEqual(firstUse);
    identity.clock.advance(1_000);
    await keys.authenticate(key);
    expect(await lastUse()).toEqual(identity.clock.now());
  });

  it('accepts a key supplied by the caller, repeatedly', async () => {
    const key = `tp_${'demo-key-'.repeat(4)}`;
    const first = await createKey({ key });
    const second = await createKey({ key });
    expect(first).toMatchObject({ key, created: true });
    expect(second).toMatchObject({ id: first.id, key, created: false });
    await expect(identity.inB((tx) => keys.create(tx, { name: 'b', scopes: [], key }))).rejects.toThrow(
      AlreadyExistsError,
    );
  });

  it('accepts a new key at once, even if it was tried before its creation', async () => {
    const key = `tp_${'tried-before-'.repeat(3)}`;
    expect(await keys.authenticate(key)).toBeNull();
    await createKey({ key });
    expect(await keys.authenticate(key)).not.toBeNull();
  });

  it('rejects a short key, an empty name and a user of another org', async () => {
    const stranger = await addUser('b', 'member', identity.orgB.id);
    await expect(createKey({ key: 'tp_short' })).rejects.toThrow(InvalidIdentityError);
    await expect(createKey({ name: ' ' })).rejects.toThrow(InvalidIdentityError);
    await expect(createKey({ userId: stranger.id })).rejects.toThrow(UserNotFoundError);
  });
});
