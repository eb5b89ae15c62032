import { randomBytes } from 'node:crypto';
import { Module, type DynamicModule, type INestApplicationContext } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { TypeOrmModule } from '@nestjs/typeorm';
import { ConfigModule, type Clock, type Config } from '#config';
import { apiKeyScopes, type UserRole } from '#contracts';
import { Database, DatabaseModule, type OrgTransaction } from '#database';
import { ApiKeyService, ContactService, IdentityModule, OrgService, UserService } from '#identity';
import { seedKnowledge } from '#memory';
import { OfflineEmbedder } from '#models';
import type { DemoOrg, Pack, SeedContext } from '#pack-kit';
import { missingConversations, preparePlaceForTraces, seedConversation } from '#turns';
import { packs } from '../../packs/index.ts';
import type { DemoFile } from './demo-file.ts';
import { StartRefusedError } from './start.errors.ts';

const ADMIN = { email: 'admin@demo.example', handle: 'admin', name: 'Platform admin' };
/** One person for each other role. Org roles belong to the first demo org; the analyst sees all orgs. */
const PEOPLE = [
  { role: 'org_admin', mailbox: 'owner', handle: 'demo-owner', name: 'Helena Markou' },
  { role: 'member', mailbox: 'member', handle: 'demo-member', name: 'Petros Kallis' },
  { role: 'analyst', mailbox: 'analyst', handle: 'demo-analyst', name: 'Ines Duarte' },
] as const;
const ORG_ADMIN = { handle: 'admin', name: 'Org admin', role: 'org_admin' } as const;
const PASSWORD_BYTES = 12;
const KEY_BYTES = 32;
const KEY_NAME = 'Demo key';

export interface DemoSeedOptions {
  config: Config;
  clock: Clock;
  /** The demo file of an earlier start; its keys and passwords stay valid. */
  known: DemoFile | undefined;
  /** Creates demo rows in production too, where they are refused otherwise. */
  inProduction?: boolean;
  packs?: Pack[];
}

/** The part of the demo file that a seed writes. */
export type SeededDemo = Pick<DemoFile, 'orgs' | 'admin' | 'people'>;

/**
 * Creates the demo org of every pack that brings one, with its users, contacts, rows and one API key for everything, a
 * platform admin, and one person for each other role. Running it again adds what is missing and changes nothing else.
 *
 * @throws StartRefusedError in production, unless asked for.
 */
export async function seedDemo(options: DemoSeedOptions): Promise<SeededDemo> {
  if (options.config.production && !options.inProduction) {
    throw new StartRefusedError(
      'NODE_ENV=production: demo data is refused; ask for it with: npm run seed -- --in-production',
    );
  }
  const demoPacks = options.packs ?? packs;
  const context = await NestFactory.createApplicationContext(DemoSeedModule.of(options, demoPacks), {
    logger: ['error'],
  });
  try {
    await preparePlaceForTraces(context.get(Database), anchorOf(options));
    const orgs: DemoFile['orgs'] = [];
    for (const pack of demoPacks) {
      if (pack.demo) orgs.push(await seedOrg(context, pack, pack.demo, options));
    }
    const admin = await ensureAdmin(context, options.known);
    return { orgs, admin, people: await ensurePeople(context, orgs[0]?.slug, options.known) };
  } finally {
    await context.close();
  }
}

@Module({})
class DemoSeedModule {
  static of({ config, clock }: DemoSeedOptions, packs: Pack[]): DynamicModule {
    const entities = packs.flatMap((pack) => pack.entities ?? []);
    return {
      module: DemoSeedModule,
      imports: [
        ConfigModule.forRoot(config, clock),
        DatabaseModule,
        IdentityModule,
        TypeOrmModule.forFeature(entities as Parameters<typeof TypeOrmModule.forFeature>[0]),
      ],
    };
  }
}

async function seedOrg(
  context: INestApplicationContext,
  pack: Pack,
  demo: DemoOrg,
  options: DemoSeedOptions,
): Promise<DemoFile['orgs'][number]> {
  const { slug, name, timezone, settings } = demo;
  const org = await context
    .get(OrgService)
    .ensure({ slug, name, timezone, settings, packs: [pack.name], defaultPack: pack.name });
  const admin = await ensureUsers(context.get(UserService), org.id, demo);
  const apiKey =
    options.known?.orgs.find((known) => known.slug === slug)?.apiKey ??
    `tp_${randomBytes(KEY_BYTES).toString('base64url')}`;
  await context.get(Database).forOrg(org.id, async (tx) => {
    await ensureKey(context.get(ApiKeyService), tx, apiKey, admin);
    for (const contact of demo.contacts) await context.get(ContactService).ensure(tx, contact.id, contact);
    await seedKnowledge(tx, demo.facts ?? [], { database: context.get(Database), clock: options.clock });
    await pack.seed?.(tx, seedContext(org.id, pack, context.get(Database), options));
  });
  return { slug, apiKey };
}

/** @returns the id of the org's first admin, who is created if the pack brings none. */
async function ensureUsers(users: UserService, orgId: string, demo: DemoOrg): Promise<string> {
  const known = demo.users.some(({ role }) => role === 'org_admin') ? demo.users : [...demo.users, ORG_ADMIN];
  let admin = '';
  for (const { handle, name, role } of known) {
    const user = await users.ensure({ orgId, handle, name, role });
    if (role === 'org_admin') admin ||= user.id;
  }
  return admin;
}

/** One key with every scope, acting for the org's admin. A key of an earlier version gets the new scopes. */
async function ensureKey(
  keys: ApiKeyService,
  tx: OrgTransaction,
  key: string,
  userId: string,
): Promise<void> {
  const scopes = [...apiKeyScopes];
  const { id, created } = await keys.create(tx, { name: KEY_NAME, scopes, userId, key });
  if (!created) await keys.change(tx, id, { scopes, userId });
}

function anchorOf({ config, clock }: DemoSeedOptions): Date {
  const day = config.environment.DEMO_ANCHOR_DATE ?? clock.now().toISOString().slice(0, 10);
  return new Date(`${day}T00:00:00Z`);
}

function seedContext(orgId: string, pack: Pack, database: Database, options: DemoSeedOptions): SeedContext {
  const embedder = new OfflineEmbedder();
  return {
    orgId,
    anchor: anchorOf(options),
    clock: options.clock,
    embed: async (text) => {
      const [embedding = []] = await embedder.embed([text]);
      return { embedding, model: embedder.model };
    },
    missingConversations,
    addConversation: (tx: OrgTransaction, conversation) => seedConversation(tx, database, pack, conversation),
  };
}

async function ensureAdmin(
  context: INestApplicationContext,
  known: DemoFile | undefined,
): Promise<DemoFile['admin']> {
  return ensurePerson(context, { orgId: null, role: 'platform_admin', ...ADMIN }, known?.admin.password);
}

async function ensurePeople(
  context: INestApplicationContext,
  slug: string | undefined,
  known: DemoFile | undefined,
): Promise<DemoFile['people']> {
  const org = slug === undefined ? undefined : await context.get(OrgService).bySlug(slug);
  const people: DemoFile['people'] = [];
  for (const { mailbox, ...person } of org ? PEOPLE : []) {
    const orgId = person.role === 'analyst' ? null : (org?.id ?? null);
    const email = `${mailbox}@${orgId === null ? 'demo' : slug}.example`;
    const { password } = known?.people.find((candidate) => candidate.email === email) ?? {};
    people.push({
      role: person.role,
      ...(await ensurePerson(context, { orgId, email, ...person }, password)),
    });
  }
  return people;
}

/** Sets the password of the demo file, also on a database that was seeded with another data folder. */
async function ensurePerson(
  context: INestApplicationContext,
  person: { orgId: string | null; role: UserRole; email: string; handle: string; name: string },
  known: string | undefined,
): Promise<{ email: string; password: string }> {
  const users = context.get(UserService);
  const password = known ?? randomBytes(PASSWORD_BYTES).toString('base64url');
  const user = await users.ensure({ ...person, password });
  await users.ensurePassword(user.id, password);
  return { email: person.email, password };
}
