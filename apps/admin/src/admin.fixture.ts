import { randomBytes } from 'node:crypto';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { loadConfig } from '#config';
import { problem, PROBLEM_MEDIA_TYPE, type Problem, type UserRole } from '#contracts';
import { CSRF_HEADER, type ConsoleSession } from '#contracts/console';
import { Database } from '#database';
import { OrgService, UserService, type Org } from '#identity';
import { createTestDatabase } from '../../../test/harness/test-database.ts';
import { createAdminApp } from './admin-app.ts';

/** Generated for every run, so that the repository contains no password. */
export const TEST_PASSWORD = randomBytes(12).toString('base64url');

/** A console on its own database, listening on a free port, for tests. */
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
  close(): Promise<void>;
}

export interface SignedIn {
  session: ConsoleSession;
  cookie: string;
  get(path: string, headers?: Record<string, string>): Promise<Response>;
  send(
    method: string,
    path: string,
    options?: { body?: unknown; csrf?: string | null; headers?: Record<string, string> },
  ): Promise<Response>;
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
  return {
    app,
    url,
    database: app.get(Database),
    env: { DATABASE_URL: testDatabase.settings.url, LOG_LEVEL: 'silent', ...options.env },
    orgA: await orgs.create({
      slug: 'org-a',
      name: 'Aphrodite Homes',
      packs: ['estio'],
      defaultPack: 'estio',
    }),
    orgB: await orgs.create({ slug: 'org-b', name: 'Baltic Estates' }),
    addUser: async (email, role, orgId) => {
      const handle = email.slice(0, email.indexOf('@'));
      await users.ensure({ orgId, email, name: handle, handle, role, password: TEST_PASSWORD });
    },
    signIn: (email) => signIn(url, email),
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
 * Opens a console before the tests of a suite and closes it after them. `admin` and the signed-in `people` are empty
 * until then, so that a suite can name them at its top.
 */
export function useAdmin<Name extends Person>(
  people: readonly Name[],
  options: Parameters<typeof openAdmin>[0] = {},
): { admin: AdminFixture } & Record<Name, SignedIn> {
  const admin = {} as AdminFixture;
  const signedIn = Object.fromEntries(people.map((name) => [name, {}])) as Record<Name, SignedIn>;
  let opened: AdminFixture | undefined;
  beforeAll(async () => {
    opened = Object.assign(admin, await openAdmin(options));
    await Promise.all(
      people.map(async (name) => {
        const [email, role, org] = PEOPLE[name];
        await admin.addUser(email, role, org && admin[org].id);
        Object.assign(signedIn[name], await admin.signIn(email));
      }),
    );
  });
  afterAll(() => opened?.close());
  return { admin, ...signedIn };
}

async function signIn(url: string, email: string): Promise<SignedIn> {
  const response = await postSignIn(url, { email, password: TEST_PASSWORD });
  const { session } = (await response.json()) as { session: ConsoleSession };
  const cookie = (response.headers.get('set-cookie') ?? '').split(';')[0] ?? '';
  return {
    session,
    cookie,
    get: (path, headers = {}) => fetch(url + path, { headers: { cookie, ...headers } }),
    send: (method, path, { body, csrf = session.csrfToken, headers = {} } = {}) =>
      fetch(url + path, {
        method,
        headers: {
          cookie,
          ...(csrf === null ? {} : { [CSRF_HEADER]: csrf }),
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
          ...headers,
        },
        body: body === undefined ? undefined : JSON.stringify(body),
      }),
  };
}

export function postSignIn(
  url: string,
  body: unknown,
  headers: Record<string, string> = {},
): Promise<Response> {
  return fetch(`${url}/admin/session`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  });
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
 * @param read reads the page that the end of a query asks for: nothing for the first, `&cursor=…` for the next.
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
