import { readFileSync } from 'node:fs';
import { Client } from 'pg';
import { createClock, FixedClock, loadConfig, type Config } from '#config';
import { apiKeyScopes } from '#contracts';
import { ApiKeyService, OrgService, SecretBox, SessionService } from '#identity';
import { definePack } from '#pack-kit';
import { describeWith } from '../../test/harness/services.ts';
import { suiteDatabase } from '../../test/harness/suite-database.ts';
import type { DemoFile } from './demo-file.ts';
import { seedDemo, type SeededDemo } from './demo-seed.ts';
import { seedWithHistory } from './history/seed-with-history.ts';
import { SNAPSHOT_FILE, unpackSnapshot } from './history/snapshot.ts';

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
    const [row] = await tx.query<{ orgs: string }>('SELECT count(*) AS orgs FROM orgs WHERE id = $1 OR true');
    seeded.push(`${row?.orgs} org, ${embedding.length} numbers, ${context.anchor.toISOString()}`);
  },
});

describeWith('postgres', 'demo seed', () => {
  const on = suiteDatabase();
  let config: Config;
  const run = (known?: DemoFile, changes: Partial<Config> = {}, inProduction = false) =>
    seedDemo({ config: { ...config, ...changes }, clock: createClock(), known, inProduction, packs: [pack] });
  const whole = (demo: SeededDemo): DemoFile => ({ apiUrl: '', adminUrl: '', ...demo });

  beforeAll(() => {
    config = loadConfig({ DATABASE_URL: on.settings.url, DEMO_ANCHOR_DATE: '2026-03-02' });
  });

  it('makes org, people of each role, a key for everything and an admin who can sign in; the second run keeps them', async () => {
    const first = await run();
    expect(await run(whole(first))).toEqual(first);
    expect(seeded).toEqual(Array(2).fill('1 org, 768 numbers, 2026-03-02T00:00:00.000Z'));

    const { database } = on;
    const caller = await new ApiKeyService(database, createClock()).authenticate(first.orgs[0]?.apiKey ?? '');
    expect(caller).toMatchObject({
      org: { slug: 'example', defaultPack: 'example' },
      scopes: apiKeyScopes,
      user: { handle: 'boss' },
    });
    const orgs = new OrgService(database, createClock(), new Map<string, string>(), new SecretBox(undefined));
    const settings: { get(name: string): string | undefined } = await orgs.settingsOf(caller?.orgId ?? '');
    expect(settings.get('GREETING')).toBe('hello');
    const sessions = new SessionService(database, createClock());
    await expect(sessions.signIn({ ...first.admin, address: '127.0.0.1' })).resolves.toBeDefined();
    expect(first.people.map(({ role }) => role)).toEqual(['org_admin', 'member', 'analyst']);
    for (const { email, password } of first.people)
      await expect(sessions.signIn({ email, password, address: '127.0.0.1' })).resolves.toBeDefined();
  });

  it('makes an admin for an org without one, and a key of an earlier start acts as that admin', async () => {
    const { demo = raise() } = pack;
    const without = { ...pack, demo: { ...demo, slug: 'plain', users: demo.users.slice(0, 1) } };
    const seed = (known?: DemoFile) => seedDemo({ config, clock: createClock(), known, packs: [without] });
    const first = await seed();
    const key = first.orgs[0]?.apiKey ?? '';
    const { database } = on;
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

describeWith('postgres', 'demo history', () => {
  const clock = new FixedClock(new Date('2027-03-10T09:30:00Z'));
  const notes: string[] = [];
  const on = suiteDatabase();
  let client: Client;
  const seed = (changes: NodeJS.ProcessEnv = {}) => {
    const config = loadConfig({ DATABASE_URL: on.settings.url, ...changes });
    return seedWithHistory({ config, clock, known: undefined }, (text) => notes.push(text));
  };
  const one = async <Row = object>(sql: string) => (await client.query(sql)).rows[0] as Row;

  beforeAll(async () => {
    client = new Client({ connectionString: on.settings.url });
    await client.connect();
    await client.query("SET TIME ZONE 'UTC'");
    on.closings.push(() => client.end());
  });

  it('is left out where that is wished, and added to what a seed alone has made', async () => {
    await seed({ DEMO_HISTORY: '0' });
    expect(notes).toEqual([]);
    await seed();
    expect(notes).toEqual([expect.stringMatching(/^with a fortnight of history, \d+ turns$/)]);
  });

  it('ends the day before the first start, fourteen days long, in every demo org', async () => {
    const turns = await one(`
      SELECT min(created_at)::date::text AS first, max(created_at)::date::text AS last,
             count(DISTINCT org_id)::int AS orgs, count(DISTINCT created_at::date)::int AS days
        FROM turns WHERE model_rounds > 0`);
    expect(turns).toEqual({ first: '2027-02-24', last: '2027-03-09', orgs: 4, days: 14 });
    const late = await one(`
      SELECT count(*) FROM spans WHERE (started_at < '2027-02-24' OR started_at >= '2027-03-10')
         AND (turn_id IS NULL OR turn_id IN (SELECT id FROM turns WHERE model_rounds > 0))`);
    expect(late).toEqual({ count: '0' });
  });

  it('goes with conversations that the packs prepare, each of their turns with a trace', async () => {
    const prepared = await one(`
      SELECT count(DISTINCT c.id) FILTER (WHERE o.slug = 'demo')::int AS demo,
             count(DISTINCT c.id) FILTER (WHERE o.slug = 'advisory')::int AS advisory,
             count(*) FILTER (WHERE s.roots IS DISTINCT FROM 1 OR s.calls IS DISTINCT FROM t.tool_calls)::int AS untraced
        FROM turns t JOIN conversations c ON c.id = t.conversation_id AND c.org_id = t.org_id JOIN orgs o ON o.id = t.org_id
        LEFT JOIN LATERAL (SELECT count(*) FILTER (WHERE kind = 'turn')::int AS roots, count(*) FILTER (WHERE kind = 'tool')::int AS calls
                             FROM spans WHERE trace_id = t.trace_id AND turn_id = t.id) s ON true
       WHERE NOT EXISTS (SELECT 1 FROM turn_events e WHERE e.turn_id = t.id)`);
    expect(prepared).toEqual({ demo: 20, advisory: 6, untraced: 0 });
    const shared = await one(`
      SELECT s.kind, s.analysis_state AS state, f.media_type AS "mediaType", u.contact_id AS "contactId" FROM shared_contexts s
        JOIN files f ON f.id = s.file_id JOIN file_uses u ON u.file_id = f.id`);
    const contactId = 'visitor-02';
    expect(shared).toEqual({ kind: 'screen', state: 'ready', mediaType: 'image/png', contactId });
    const voice = await one(`
      SELECT DISTINCT t.caller_kind AS kind, u.handle FROM turns t JOIN users u ON u.id = t.caller_user_id
       WHERE t.channel = 'voice' AND t.contact_id = 'desk'`);
    expect(voice).toEqual({ kind: 'admin', handle: 'consultant' });
  });

  it('is added once, and belongs to the orgs and people of this database', async () => {
    await seed();
    expect(notes).toHaveLength(1);
    const strangers = await one(
      `SELECT count(*) FROM audit_log WHERE actor_user_id IS NOT NULL AND actor_user_id NOT IN (SELECT id FROM users)`,
    );
    expect(strangers).toEqual({ count: '0' });
  });

  it('has the state with which its audit log ends, for every kind of state in it', async () => {
    const { rows } = await client.query<{ target: string; audited: unknown; current: unknown }>(`
      SELECT target, audited, CASE kind
        WHEN 'setting' THEN (SELECT CASE WHEN audited ? 'isSet' THEN jsonb_build_object('isSet', settings ? subject)
                                    ELSE jsonb_build_object('value', settings -> subject) END FROM orgs WHERE id = org)
        WHEN 'flag' THEN (SELECT jsonb_strip_nulls(to_jsonb(f) - '{id,org_id,flag,changed_at}'::text[]) FROM flag_rules f
                           WHERE org_id IS NOT DISTINCT FROM org AND flag = subject AND place = audited ->> 'place')
        WHEN 'budget' THEN (SELECT jsonb_build_object('softUsd', soft_usd, 'hardUsd', hard_usd) FROM budgets
                             WHERE org_id = org AND period = subject)
        WHEN 'tool' THEN (SELECT jsonb_build_object('version', version, 'override', override) FROM tool_overrides
                           WHERE org_id = org AND tool = subject ORDER BY version DESC LIMIT 1)
        WHEN 'approval' THEN (SELECT jsonb_build_object('state', state, 'tool', tool, 'argumentsHash', arguments_hash)
                                FROM approvals WHERE org_id = org AND id::text = subject) END AS current
        FROM (SELECT DISTINCT ON (org_id, target, after -> 'place') org_id AS org, target, after AS audited,
                     split_part(target, ':', 1) AS kind, split_part(target, ':', 2) AS subject
                FROM audit_log WHERE action <> 'session.open'
               ORDER BY org_id, target, after -> 'place', at DESC) newest`);
    expect(rows.length).toBeGreaterThan(30);
    for (const { target, audited, current } of rows) expect([target, current]).toEqual([target, audited]);
  });

  it('holds no secret', () => {
    const { rows } = unpackSnapshot(readFileSync(SNAPSHOT_FILE));
    expect(rows.filter((row) => /\btp_[\w-]{20}|a token of the story|\$argon2|whsec_/.test(row))).toEqual([]);
  });
});
