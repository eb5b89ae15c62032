import { randomBytes } from 'node:crypto';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import type { z } from 'zod';
import { loadConfig } from '#config';
import { problem, PROBLEM_MEDIA_TYPE, type Problem, type UserRole } from '#contracts';
import { CSRF_HEADER, type ConsoleSession } from '#contracts/console';
import { Database } from '#database';
import { OrgService, UserService, type Org } from '#identity';
import { createTestDatabase } from '../../../test/harness/test-database.ts';
import { createAdminApp } from './admin-app.ts';
import { addRow, type ListedTable } from './listed-rows.fixture.ts';

/** Generated for every run, so that the repository contains no password. */
export const TEST_PASSWORD = randomBytes(12).toString('base64url');

/** A test console with its own database, on a free port. */
export interface AdminFixture {
  app: NestFastifyApplication;
  url: string;
  database: Database;
  /** Settings for another process of the same installation, such as a worker. */
  env: Record<string, string>;
  orgA: Org;
  orgB: Org;
  addUser(email: string, role: UserRole, orgId: string | null): Promise<void>;
  signIn(email: string): Promise<SignedIn>;
  anonymous: Client;
  /** A script with an API key. */
  withKey(key: string): Client;
  /** Runs a statement in an org, whose id is `$1`; in org A by default. */
  query<Row extends object>(sql: string, parameters?: unknown[], orgId?: string): Promise<Row[]>;
  /** Adds a row, as {@link addRow} does; to org A by default. */
  addRow(table: ListedTable, values?: Record<string, unknown>, org?: Org): Promise<string>;
  /** Reads the audit log of every org, oldest first: the entries with this action or target. */
  audited(wanted: { action?: string; target?: string }): Promise<AuditedRow[]>;
  close(): Promise<void>;
}

/** Sends requests to the console. */
export interface Client {
  get(path: string, headers?: Record<string, string>): Promise<Response>;
  /** Reads the body of a successful GET. */
  read<Schema extends z.ZodType>(schema: Schema, path: string): Promise<z.output<Schema>>;
  send(
    method: string,
    path: string,
    options?: { body?: unknown; csrf?: string | null; headers?: Record<string, string> },
  ): Promise<Response>;
}

export interface SignedIn extends Client {
  session: ConsoleSession;
  cookie: string;
}

export interface AuditedRow {
  id: string;
  orgId: string | null;
  actorKind: string;
  by: string | null;
  action: string;
  target: string;
  before: unknown;
  after: unknown;
  reason: string | null;
}

export async function openAdmin(
  options: { webFolder?: string; env?: Record<string, string> } = {},
): Promise<AdminFixture> {
  const testDatabase = await createTestDatabase();
  const config = loadConfig({
    DATABASE_URL: testDatabase.settings.url,
    LOG_LEVEL: 'silent',
    NODE_ENV: 'test',
    ...options.env,
  });
  const app = await createAdminApp(config, options);
  await app.listen(0, '127.0.0.1');
  const url = await app.getUrl();
  const orgs = app.get(OrgService);
  const users = app.get(UserService);
  const database = app.get(Database);
  const orgA = await orgs.create({
    slug: 'org-a',
    name: 'Aphrodite Homes',
    packs: ['estio'],
    defaultPack: 'estio',
  });
  return {
    app,
    url,
    database,
    env: { DATABASE_URL: testDatabase.settings.url, LOG_LEVEL: 'silent', ...options.env },
    orgA,
    orgB: await orgs.create({ slug: 'org-b', name: 'Baltic Estates' }),
    addUser: async (email, role, orgId) => {
      const handle = email.slice(0, email.indexOf('@'));
      await users.ensure({ orgId, email, name: handle, handle, role, password: TEST_PASSWORD });
    },
    signIn: (email) => signIn(url, email),
    anonymous: clientOf(url, {}),
    withKey: (key) => clientOf(url, { authorization: `Bearer ${key}` }),
    query: (sql, parameters, orgId = orgA.id) => database.forOrg(orgId, (tx) => tx.query(sql, parameters)),
    addRow: (table, values, org = orgA) => addRow(database, org.id, table, values),
    audited: ({ action = null, target = null }) =>
      database.asPlatform('the test reads the audit log', (tx) =>
        tx.query<AuditedRow>(
          `SELECT id, org_id AS "orgId", actor_kind AS "actorKind", actor_user_id AS by, action, target, before, after, reason
             FROM audit_log WHERE ($1::text IS NULL OR action = $1) AND ($2::text IS NULL OR target = $2) ORDER BY at, id`,
          [action, target],
        ),
      ),
    close: async () => {
      await app.close();
      await testDatabase.drop();
    },
  };
}

/** The people of the suites: e-mail, role and org, where null is all orgs. */
const PEOPLE = {
  platform: ['root@platform.example', 'platform_admin', null],
  everyAnalyst: ['analyst@platform.example', 'analyst', null],
  orgAdmin: ['admin@a.example', 'org_admin', 'orgA'],
  member: ['member@a.example', 'member', 'orgA'],
  colleague: ['colleague@a.example', 'member', 'orgA'],
  analyst: ['analyst@a.example', 'analyst', 'orgA'],
  otherAdmin: ['admin@b.example', 'org_admin', 'orgB'],
  stranger: ['member@b.example', 'member', 'orgB'],
  otherAnalyst: ['analyst@b.example', 'analyst', 'orgB'],
} as const;
type Person = keyof typeof PEOPLE;

/**
 * Opens a console before the tests of a suite and closes it after them. `admin` and the people whom the suite names at its
 * top are empty until then; only these people are signed in.
 */
export function useAdmin(
  options: Parameters<typeof openAdmin>[0] = {},
): { admin: AdminFixture } & Record<Person, SignedIn> {
  const admin = {} as AdminFixture;
  const people = {} as Record<Person, SignedIn>;
  let opened: AdminFixture | undefined;
  beforeAll(async () => {
    opened = Object.assign(admin, await openAdmin(options));
    await Promise.all(
      Object.entries(people).map(async ([name, signedIn]) => {
        const [email, role, org] = PEOPLE[name as Person];
        await admin.addUser(email, role, org && admin[org].id);
        Object.assign(signedIn, await admin.signIn(email));
      }),
    );
  });
  afterAll(() => opened?.close());
  return new Proxy(
    { admin, ...people },
    { get: (_, name: Person | 'admin') => (name === 'admin' ? admin : (people[name] ??= {} as SignedIn)) },
  );
}

async function signIn(url: string, email: string): Promise<SignedIn> {
  const response = await postSignIn(url, { email, password: TEST_PASSWORD });
  const { session } = (await response.json()) as { session: ConsoleSession };
  const cookie = (response.headers.get('set-cookie') ?? '').split(';')[0] ?? '';
  return { session, cookie, ...clientOf(url, { cookie }, session.csrfToken) };
}

/** @param own headers sent with every request. @param csrfToken sent with every change unless the call gives another. */
function clientOf(url: string, own: Record<string, string>, csrfToken: string | null = null): Client {
  const get: Client['get'] = (path, headers = {}) => fetch(url + path, { headers: { ...own, ...headers } });
  return {
    get,
    read: (schema, path) => bodyOf(schema, get(path)),
    send: (method, path, { body, csrf = csrfToken, headers = {} } = {}) =>
      fetch(url + path, {
        method,
        headers: {
          ...own,
          ...(csrf === null ? {} : { [CSRF_HEADER]: csrf }),
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
          ...headers,
        },
        body: body === undefined ? undefined : JSON.stringify(body),
      }),
  };
}

export const postSignIn = (url: string, body: unknown, headers: Record<string, string> = {}) =>
  clientOf(url, {}).send('POST', '/admin/session', { body, headers });

/** The body of a successful response. */
export async function bodyOf<Schema extends z.ZodType>(
  schema: Schema,
  answer: Response | Promise<Response>,
): Promise<z.output<Schema>> {
  const response = await answer;
  if (!response.ok) throw new Error(`${response.url} answered ${response.status}: ${await response.text()}`);
  return schema.parse(await response.json());
}

/** Asserts that an error response is problem details with its own status. */
export async function expectProblem(response: Response, status: number): Promise<Problem> {
  expect(response.status).toBe(status);
  expect(response.headers.get('content-type')).toContain(PROBLEM_MEDIA_TYPE);
  const body = problem.parse(await response.json());
  expect(body).toMatchObject({ status, traceId: expect.stringMatching(/^[0-9a-f]{32}$/) });
  if (status === 401) expect(response.headers.get('www-authenticate')).toBe('Bearer');
  return body;
}

/**
 * Reads a list to its end.
 * @param read fetches a page; `next` is empty for the first page, then `&cursor=…`.
 */
export async function everyPage<Item>(
  read: (next: string) => Promise<{ items: Item[]; nextCursor: string | null }>,
): Promise<Item[]> {
  const items: Item[] = [];
  for (let next: string | null = ''; next !== null;) {
    const page: Awaited<ReturnType<typeof read>> = await read(next);
    items.push(...page.items);
    next = page.nextCursor === null ? null : `&cursor=${page.nextCursor}`;
  }
  return items;
}
