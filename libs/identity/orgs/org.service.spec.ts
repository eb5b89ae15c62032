import { AlreadyExistsError, InvalidIdentityError, OrgNotFoundError } from '../identity.errors.ts';
import { useIdentity } from '../testing/identity.fixture.ts';
import { OrgService } from './org.service.ts';
import { SecretBox } from '../settings/secret-box.ts';
import { SOON_MS } from '../../../test/harness/eventually.ts';

describe('OrgService', () => {
  const identity = useIdentity();
  let orgs: OrgService;

  beforeAll(async () => {
    ({ orgs } = identity);
  });

  it('finds an org by id and by slug', async () => {
    const { orgA } = identity;
    expect(orgA).toMatchObject({
      slug: 'org-a',
      packs: ['estio'],
      defaultPack: 'estio',
      timezone: 'UTC',
      settings: {},
    });
    expect(await orgs.byId(orgA.id)).toEqual(orgA);
    expect(await orgs.bySlug('org-a')).toEqual(orgA);
    expect(await orgs.bySlug('nobody')).toBeNull();
    expect(await orgs.byId('00000000-0000-7000-8000-000000000000')).toBeNull();
    expect(await orgs.byId("x'; --")).toBeNull();
    expect((await orgs.list()).map((org) => org.slug)).toEqual(expect.arrayContaining(['org-a', 'org-b']));
  });

  it('creates an org once, even if two processes ensure it at the same time', async () => {
    const made = await Promise.all([1, 2, 3].map(() => orgs.ensure({ slug: 'demo', name: 'Demo' })));
    expect(new Set(made.map((org) => org.id)).size).toBe(1);
    await expect(orgs.create({ slug: 'demo', name: 'Demo' })).rejects.toThrow(AlreadyExistsError);
  });

  it.each([
    [{ slug: 'No Slug', name: 'a' }, 'slug'],
    [{ slug: 'a', name: ' ' }, 'name'],
    [{ slug: 'a', name: 'a', timezone: 'Mars/Olympus' }, 'timezone'],
  ])('refuses %j', async (org, field) => {
    await expect(orgs.create(org)).rejects.toMatchObject({ constructor: InvalidIdentityError, field });
  });

  it("lets the org's settings override the deployment's, and changes only named settings", async () => {
    const { database, orgA } = identity;
    await database.forOrg(orgA.id, (tx) =>
      orgs.changeSettings(tx, { A: '1', B: '2', SMTP_URL: { secret: 'smtp://u:p@h' } }),
    );
    await database.forOrg(orgA.id, (tx) => orgs.changeSettings(tx, { A: '3', B: null }));
    const settings: { get(name: string): string | undefined } = await orgs.settingsOf(orgA.id);
    expect(['A', 'B', 'SMTP_URL', 'MAIL_TRANSPORT'].map((name) => settings.get(name))).toEqual([
      '3',
      undefined,
      'smtp://u:p@h',
      'outbox',
    ]);
    expect(JSON.stringify((await orgs.byId(orgA.id))?.settings)).not.toContain('smtp://u:p@h');
    await expect(orgs.settingsOf('00000000-0000-7000-8000-000000000000')).rejects.toThrow(OrgNotFoundError);
    await expect(
      database.forOrg(orgA.id, (tx) => orgs.changeSettings(tx, { A: 'sealed:v1:abc' })),
    ).rejects.toThrow(InvalidIdentityError);
  });

  it('shows a change of another process soon', async () => {
    const { database, clock, orgB } = identity;
    const elsewhere = new OrgService(database, clock, new Map<string, string>(), new SecretBox(undefined));
    const shown = async (service: OrgService) => (await service.settingsOf(orgB.id)).get('MAIL_FROM');
    expect(await shown(orgs)).toBeUndefined();
    const changedAt = performance.now();
    await database.forOrg(orgB.id, (tx) => elsewhere.changeSettings(tx, { MAIL_FROM: '1' }));
    expect(await shown(elsewhere)).toBe('1');
    while ((await shown(orgs)) !== '1') {
      expect(performance.now() - changedAt).toBeLessThan(SOON_MS);
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  });

  it('changes no other org', async () => {
    const { database, orgA, orgB } = identity;
    await database.forOrg(orgA.id, (tx) => orgs.changeSettings(tx, { CONTEXT_TIMEOUT_MS: '1' }));
    expect((await orgs.settingsOf(orgA.id)).get('CONTEXT_TIMEOUT_MS')).toBe('1');
    expect((await orgs.settingsOf(orgB.id)).get('CONTEXT_TIMEOUT_MS')).toBeUndefined();
    expect(orgB.id).not.toBe(orgA.id);
  });
});
