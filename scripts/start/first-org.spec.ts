import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { createClock, loadConfig, type Config } from '#config';
import { apiKeyScopes } from '#contracts';
import { ApiKeyService, SessionService } from '#identity';
import { surroundings } from '../../test/harness/app-process.ts';
import { describeWith } from '../../test/harness/services.ts';
import { suiteDatabase } from '../../test/harness/suite-database.ts';
import { runningDatabase } from './announcement.ts';
import { hasOrgs, setUpFirstOrg, type FirstOrg } from './first-org.ts';

const acme: FirstOrg = { org: 'acme', name: 'Acme', pack: ['example'], admin: 'You@Example.com' };

describeWith('postgres', 'npm run setup', () => {
  const on = suiteDatabase({ per: 'test' });
  let config: Config;
  const run = (change: Partial<FirstOrg> = {}) => setUpFirstOrg(config, { ...acme, ...change });
  const signIn = (email: string, password: string) =>
    new SessionService(on.database, createClock()).signIn({ email, password, address: '127.0.0.1' });

  beforeEach(() => {
    config = loadConfig({
      NODE_ENV: 'production',
      DATABASE_URL: on.settings.url,
      ORG_TIMEZONE: 'Asia/Nicosia',
    });
  });

  it('makes a way in: org, admin who can sign in, key for everything', async () => {
    expect(await hasOrgs(config)).toBe(false);
    const made = await run();
    expect(await hasOrgs(config)).toBe(true);
    expect(made).toMatchObject({
      org: { slug: 'acme', packs: ['example'], created: true },
      admin: { email: 'you@example.com', created: true },
    });
    await expect(signIn('you@example.com', made.admin.password ?? '')).resolves.toBeDefined();

    const key = made.key.created ? made.key.key : '';
    expect(await new ApiKeyService(on.database, createClock()).authenticate(key)).toMatchObject({
      org: { slug: 'acme', name: 'Acme', defaultPack: 'example', timezone: 'Asia/Nicosia' },
      scopes: apiKeyScopes,
      // Operator commands and messages of staff need a key that acts as a user.
      user: { role: 'org_admin' },
    });
    const next = await run({ 'new-key': true, scopes: ['admin'] });
    const users = await on.database.asPlatform('test', (tx) =>
      tx.query<{ handle: string }>('SELECT handle FROM users WHERE org_id IS NOT NULL'),
    );
    expect({ created: next.key.created, users }).toEqual({ created: true, users: [{ handle: 'operator' }] });
    const narrow = await run({ 'new-key': true, scopes: ['messages'] });
    const text = narrow.key.created ? narrow.key.key : '';
    expect(await new ApiKeyService(on.database, createClock()).authenticate(text)).toMatchObject({
      userId: null,
    });
  });

  it('says the second time what is there; a key and a password only when asked for', async () => {
    const first = await run();
    const prefix = first.key.created ? first.key.key.slice(0, 11) : '';
    expect(await run({ name: undefined, password: 'not this one' })).toEqual({
      org: { slug: 'acme', packs: ['example'], created: false },
      admin: { email: 'you@example.com', created: false },
      key: { created: false, prefixes: [prefix] },
    });
    await expect(signIn('you@example.com', 'not this one')).rejects.toThrow('wrong');
    const third = await run({ 'new-key': true, 'new-password': true, password: 'a word of my own' });
    expect(third).toMatchObject({ admin: { created: false }, key: { created: true } });
    expect(third.admin.password).toBeUndefined();
    await expect(signIn('you@example.com', 'a word of my own')).resolves.toBeDefined();
  });

  it('works on the embedded database of a start that runs, and says where its console is', async () => {
    const DATA_DIR = mkdtempSync(path.join(os.tmpdir(), 'turnpike-setup-'));
    const env = { ...surroundings(), DATA_DIR, ADMIN_PORT: '3101' };
    runningDatabase.write(DATA_DIR, { url: on.settings.url });
    const run = ['dist/scripts/setup.js', '--org', 'acme', '--pack', 'estio', '--admin', 'you@example.com'];
    const output = execFileSync(process.execPath, run, { env, encoding: 'utf8' });
    rmSync(DATA_DIR, { recursive: true });
    expect(output).toMatch(
      /^org    acme \(packs: estio\): created\n[^]* console: http:\/\/127\.0\.0\.1:3101\n$/,
    );
    expect(await hasOrgs(config)).toBe(true);
  });

  it('gives an admin of the same name at another address a handle of their own', async () => {
    await run();
    const other = await run({ admin: 'you@example.org' });
    expect(other.admin).toMatchObject({ email: 'you@example.org', created: true });
    await expect(signIn('you@example.org', other.admin.password ?? '')).resolves.toBeDefined();
  });

  it.each<[string, Partial<FirstOrg>, string]>([
    ['a password that is too short', { password: 'short' }, 'A password has'],
  ])('makes nothing for %s', async (_, change, problem) => {
    await expect(run(change)).rejects.toThrow(problem);
    expect(await hasOrgs(config)).toBe(false);
    expect(await run()).toMatchObject({ org: { created: true }, admin: { created: true } });
  });

  it('refuses another name or pack for an org that is there, and makes no admin for it', async () => {
    await run();
    const problem = 'The org acme exists, as "Acme" with the packs example';
    const admin = 'another@example.com';
    await expect(run({ name: 'Apex', admin })).rejects.toThrow(problem);
    await expect(run({ pack: ['other'], admin })).rejects.toThrow(problem);
    expect(await run({ admin })).toMatchObject({ admin: { created: true } });
  });
});
