import { createClock, loadConfig, type Config } from '#config';
import { apiKeyScopes } from '#contracts';
import { ApiKeyService, OrgService, SecretBox, SessionService } from '#identity';
import { definePack } from '#tools';
import { describeWith } from '../../test/harness/services.ts';
import { createTestDatabase, openDatabase, type TestDatabase } from '../../test/harness/test-database.ts';
import type { DemoFile } from './demo-file.ts';
import { seedDemo } from './demo-seed.ts';

const seeded: string[] = [];
const raise = () => {
  throw new Error('the pack has a demo org');
};

const pack = definePack({
  name: 'example',
  title: 'Example',
  loading: 'broker',
  agents: [],
  tools: [],
  demo: {
    slug: 'example',
    name: 'Example org',
    timezone: 'Asia/Nicosia',
    settings: { GREETING: 'hello' },
    users: [
      { handle: 'agent-01', name: 'An agent', role: 'member' },
      { handle: 'boss', name: 'A boss', role: 'org_admin' },
    ],
    contacts: [{ id: 'maria', name: 'Maria', language: 'en' }],
  },
  seed: async (tx, context) => {
    const { embedding } = await context.embed('sea view');
    const [row] = await tx.queryUnscoped<{ orgs: string }>('SELECT count(*) AS orgs FROM orgs');
    seeded.push(`${row?.orgs} org, ${embedding.length} numbers, ${context.anchor.toISOString()}`);
  },
});

describeWith('postgres', 'demo seed', () => {
  let testDatabase: TestDatabase;
  let config: Config;
  const run = (known?: DemoFile, changes: Partial<Config> = {}, inProduction = false) =>
    seedDemo({ config: { ...config, ...changes }, clock: createClock(), known, inProduction, packs: [pack] });
  const whole = (demo: Pick<DemoFile, 'orgs' | 'admin'>): DemoFile => ({ apiUrl: '', adminUrl: '', ...demo });

  beforeAll(async () => {
    testDatabase = await createTestDatabase();
    config = loadConfig({ DATABASE_URL: testDatabase.settings.url, DEMO_ANCHOR_DATE: '2026-03-02' });
  });
  afterAll(() => testDatabase.drop());

  it('makes org, people, a key for everything and an admin who can sign in; the second run keeps them', async () => {
    const first = await run();
    expect(await run(whole(first))).toEqual(first);
    expect(seeded).toEqual(Array(2).fill('1 org, 768 numbers, 2026-03-02T00:00:00.000Z'));

    const { database, close } = await openDatabase(testDatabase.settings);
    try {
      const caller = await new ApiKeyService(database, createClock()).authenticate(
        first.orgs[0]?.apiKey ?? '',
      );
      expect(caller).toMatchObject({
        org: { slug: 'example', defaultPack: 'example' },
        scopes: apiKeyScopes,
        user: { handle: 'boss' },
      });
      const orgs = new OrgService(
        database,
        createClock(),
        new Map<string, string>(),
        new SecretBox(undefined),
      );
      const settings: { get(name: string): string | undefined } = await orgs.settingsOf(caller?.orgId ?? '');
      expect(settings.get('GREETING')).toBe('hello');
      const sessions = new SessionService(database, createClock());
      await expect(sessions.signIn({ ...first.admin, address: '127.0.0.1' })).resolves.toBeDefined();
    } finally {
      await close();
    }
  });

  it('makes an admin for an org without one, and a key of an earlier start acts as that admin', async () => {
    const { demo = raise() } = pack;
    const without = { ...pack, demo: { ...demo, slug: 'plain', users: demo.users.slice(0, 1) } };
    const seed = (known?: DemoFile) => seedDemo({ config, clock: createClock(), known, packs: [without] });
    const first = await seed();
    const key = first.orgs[0]?.apiKey ?? '';
    const { database, close } = await openDatabase(testDatabase.settings);
    try {
      const keys = new ApiKeyService(database, createClock());
      const made = await keys.authenticate(key);
      expect(made).toMatchObject({ user: { role: 'org_admin' }, scopes: apiKeyScopes });
      await database.forOrg(made?.orgId ?? '', (tx) =>
        keys.change(tx, made?.keyId ?? '', { scopes: ['messages'], userId: null }),
      );
      expect(await keys.authenticate(key)).toMatchObject({ user: null, scopes: ['messages'] });
      expect((await seed(whole(first))).orgs).toEqual(first.orgs);
      expect(await new ApiKeyService(database, createClock()).authenticate(key)).toMatchObject({
        user: { handle: 'admin', role: 'org_admin' },
        scopes: apiKeyScopes,
      });
    } finally {
      await close();
    }
  });

  it('gives a new password that works when the file with the old one is gone', async () => {
    const before = await run();
    const after = await run();
    expect(after.admin.password).not.toBe(before.admin.password);
    expect(await run(whole(after))).toEqual(after);
  });

  it('is refused in production unless asked for', async () => {
    await expect(run(undefined, { production: true })).rejects.toThrow('npm run seed -- --in-production');
    await expect(run(undefined, { production: true }, true)).resolves.toMatchObject({
      orgs: [{ slug: 'example' }],
    });
  });
});
