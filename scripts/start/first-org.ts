import { randomBytes } from 'node:crypto';
import { Module, type DynamicModule, type INestApplicationContext } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { ConfigModule, createClock, type Config } from '#config';
import { apiKeyScopes, type ApiKeyScope } from '#contracts';
import { Database, DatabaseModule, type OrgTransaction } from '#database';
import { ApiKeyService, IdentityModule, OrgService, UserService, type Org } from '#identity';
import type { LineOf } from '../commands/command-line.ts';
import type { setup } from '../commands/database-programs.ts';
import { StartRefusedError } from './start.errors.ts';

const PASSWORD_BYTES = 12;
const KEY_NAME = 'First key';
const ADMIN_NAME = 'Platform admin';
/** The user for whom the key acts. It cannot sign in. */
const OPERATOR = { role: 'org_admin', name: 'Operator', handle: 'operator' } as const;
/** Scopes that are of no use to a key without a user. */
const SCOPES_OF_USERS: readonly ApiKeyScope[] = ['admin', 'messages:staff'];

/** Shown when a database has no org yet. */
export const SETUP_COMMAND = 'npm run setup -- --org acme --name "Acme" --pack estio --admin you@example.com';

type Options = LineOf<typeof setup>['options'];
/** The options of the command. A random `password` is made when absent. */
export type FirstOrg = Partial<Options> & Pick<Options, 'org' | 'pack' | 'admin'> & { password?: string };

/** The rows that were created, and those that existed. `password` and `key` are stored as hashes only. */
export interface FirstOrgOutcome {
  org: { slug: string; packs: string[]; created: boolean };
  admin: { email: string; created: boolean; password?: string };
  key: { created: true; key: string } | { created: false; prefixes: string[] };
}

/**
 * Creates an org with its packs, a platform admin for the console and an API key. Running it again adds what is missing
 * and changes nothing else, unless a new key or password is requested. Nothing is created when any value is wrong.
 *
 * @throws StartRefusedError for an org that exists with another name or other packs, and for the e-mail of a user who is
 *   not a platform admin.
 * @throws InvalidIdentityError for an invalid slug, name, time zone or password.
 */
export async function setUpFirstOrg(config: Config, wanted: FirstOrg): Promise<FirstOrgOutcome> {
  return withIdentity(config, async (services) => {
    const makeOrg = await checkedOrg(services, wanted, config);
    const makeAdmin = await checkedAdmin(services, wanted);
    const org = await makeOrg();
    const admin = await makeAdmin();
    const key = await ensureKey(services, org.id, wanted);
    return { org: { slug: org.slug, packs: org.packs, created: org.created }, admin, key };
  });
}

/** True when the database has an org. */
export function hasOrgs(config: Config): Promise<boolean> {
  return withIdentity(config, async (services) => (await services.get(OrgService).list()).length > 0);
}

/** Checks the org. @returns a function that creates it. */
async function checkedOrg(
  services: INestApplicationContext,
  { org: slug, name, pack: packs, timezone }: FirstOrg,
  config: Config,
): Promise<() => Promise<Org & { created: boolean }>> {
  const orgs = services.get(OrgService);
  const org = {
    slug,
    name: name ?? slug,
    packs,
    defaultPack: packs[0],
    timezone: timezone ?? config.environment.ORG_TIMEZONE,
  };
  const known = await orgs.bySlug(slug);
  if (known) refuseOther(known, { name, packs });
  else orgs.check(org);
  return async () => ({ ...(await orgs.ensure(org)), created: !known });
}

/** The command does not change an existing org. */
function refuseOther(known: Org, { name, packs }: { name?: string | undefined; packs: string[] }): void {
  const isSame = (name ?? known.name) === known.name && packs.every((pack) => known.packs.includes(pack));
  if (isSame) return;
  throw new StartRefusedError(
    `The org ${known.slug} exists, as "${known.name}" with the packs ${known.packs.join(', ')}. ` +
      'Give the same values, or choose another --org. The console changes an org (Orgs).',
  );
}

/** Checks the admin. @returns a function that creates the admin or sets the password. */
async function checkedAdmin(
  services: INestApplicationContext,
  { admin, password: wanted, 'new-password': newPassword = false }: FirstOrg,
): Promise<() => Promise<FirstOrgOutcome['admin']>> {
  const users = services.get(UserService);
  const email = admin.toLowerCase();
  const everyone = await services
    .get(Database)
    .asPlatform('a platform admin has no org', (tx) => users.list(tx));
  const known = everyone.find((user) => user.email === email);
  if (known && known.role !== 'platform_admin')
    throw new StartRefusedError(`${email} exists as ${known.role}; choose another address for the admin.`);
  if (known && !newPassword) return async () => ({ email, created: false });
  const password = wanted ?? randomBytes(PASSWORD_BYTES).toString('base64url');
  const taken = new Set(everyone.filter((user) => user.orgId === null).map((user) => user.handle));
  const handle = freeHandle(email, taken);
  const user = { orgId: null, role: 'platform_admin', name: ADMIN_NAME, email, handle, password } as const;
  users.check(user);
  return async () => {
    await (known ? users.setPassword(known.id, password) : users.ensure(user));
    return { email, created: !known, ...(wanted === undefined ? { password } : {}) };
  };
}

/** A handle from the part before the @, with a number if it is taken. */
function freeHandle(email: string, taken: ReadonlySet<string>): string {
  const name =
    email
      .split('@')[0]
      ?.replaceAll(/[^a-z0-9._-]+/g, '-')
      .replace(/^[^a-z0-9]+/, '')
      .slice(0, 48) || 'admin';
  for (let number = 1; ; number += 1) {
    const handle = number === 1 ? name : `${name}-${number}`;
    if (!taken.has(handle)) return handle;
  }
}

async function ensureKey(
  services: INestApplicationContext,
  orgId: string,
  { 'new-key': newKey = false, scopes = [...apiKeyScopes] }: FirstOrg,
): Promise<FirstOrgOutcome['key']> {
  const keys = services.get(ApiKeyService);
  return services.get(Database).forOrg(orgId, async (tx) => {
    const valid = (await keys.list(tx)).filter((key) => !key.revokedAt);
    if (valid.length > 0 && !newKey) return { created: false, prefixes: valid.map((key) => key.prefix) };
    const userId = scopes.some((scope) => SCOPES_OF_USERS.includes(scope))
      ? await ensureOperator(services.get(UserService), tx)
      : null;
    const { key } = await keys.create(tx, { name: KEY_NAME, scopes, userId });
    return { created: true, key };
  });
}

/** @returns the id of the org's operator. */
async function ensureOperator(users: UserService, tx: OrgTransaction): Promise<string> {
  const everyone = await users.list(tx);
  const known = everyone.find(
    ({ name, role, email, disabledAt }) =>
      name === OPERATOR.name && role === OPERATOR.role && email === null && !disabledAt,
  );
  if (known) return known.id;
  const handle = freeHandle(OPERATOR.handle, new Set(everyone.map((user) => user.handle)));
  return (await users.create(tx, { ...OPERATOR, orgId: tx.orgId, handle })).id;
}

@Module({})
class FirstOrgModule {
  static of(config: Config): DynamicModule {
    return {
      module: FirstOrgModule,
      imports: [ConfigModule.forRoot(config, createClock()), DatabaseModule, IdentityModule],
    };
  }
}

async function withIdentity<Result>(
  config: Config,
  work: (services: INestApplicationContext) => Promise<Result>,
): Promise<Result> {
  const services = await NestFactory.createApplicationContext(FirstOrgModule.of(config), {
    logger: ['error'],
    abortOnError: false,
  });
  try {
    return await work(services);
  } finally {
    await services.close();
  }
}
