import { randomBytes, randomUUID } from 'node:crypto';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { FileService } from '#artifacts';
import { apiKeyScopes, PROBLEM_MEDIA_TYPE, type ApiKeyScope } from '#contracts';
import { Database } from '#database';
import { ApiKeyService, OrgService, UserService } from '#identity';
import { createTestDatabase } from '../../../test/harness/test-database.ts';
import { describeApi } from '../openapi.ts';
import { apiOn } from './api-of-test.fixture.ts';
import { addressOf, documentedRoutes, type DocumentedRoute } from './documented-routes.ts';

export const newKey = () => `tp_${randomBytes(32).toString('base64url')}`;

/** A request to a route. Defaults: a key and rows of its own org. */
export interface Call {
  route: DocumentedRoute;
  address?: string;
  key?: string;
  body?: unknown;
  headers?: Record<string, string>;
}

export interface Answer {
  status: number;
  type: string;
  text: string;
  pointers: string[];
}

/** The api in this process with two orgs, and every route of its OpenAPI document, also those that come later. */
export interface ServedApi {
  app: NestFastifyApplication;
  routes: DocumentedRoute[];
  /** An org with a key of every scope, and a row of it for every kind of id that stands in a path. */
  own: { orgId: string; key: string; ids: Record<string, string> };
  strangersKey: string;
  /** Keys of the other org with a single scope. */
  strangersKeyFor: Map<ApiKeyScope, string>;
  /** Keys of the own org with every scope but one. */
  keysWithout: Map<ApiKeyScope, string>;
  call(request: Call): Promise<Answer>;
  stop(): Promise<void>;
}

export async function serveApi(): Promise<ServedApi> {
  const testDatabase = await createTestDatabase();
  const app = await apiOn(testDatabase);
  await app.init();
  await app.getHttpAdapter().getInstance().ready();
  const orgId = await newOrg(app, 'own');
  const key = await keyOf(app, orgId, apiKeyScopes);
  const strangers = await newOrg(app, 'strangers');
  const strangersKeyFor = new Map<ApiKeyScope, string>();
  const keysWithout = new Map<ApiKeyScope, string>();
  for (const scope of apiKeyScopes) {
    strangersKeyFor.set(scope, await keyOf(app, strangers, [scope]));
    const others = apiKeyScopes.filter((other) => other !== scope);
    keysWithout.set(scope, await keyOf(app, orgId, others));
  }
  const own = { orgId, key, ids: await makeRows(app, orgId, key) };
  return {
    app,
    routes: documentedRoutes(describeApi(app)),
    own,
    strangersKey: await keyOf(app, strangers, apiKeyScopes),
    strangersKeyFor,
    keysWithout,
    call: (request) => answerOf(app, own, request),
    stop: async () => {
      await app.close();
      await testDatabase.drop();
    },
  };
}

async function newOrg(app: NestFastifyApplication, slug: string): Promise<string> {
  const settings = { MESSAGES_PER_MINUTE: '0' };
  return (
    await app.get(OrgService).create({ slug, name: slug, packs: ['estio'], defaultPack: 'estio', settings })
  ).id;
}

async function keyOf(
  app: NestFastifyApplication,
  orgId: string,
  scopes: readonly ApiKeyScope[],
): Promise<string> {
  const key = newKey();
  const user = { orgId, email: null, handle: 'mia', name: 'Mia', role: 'org_admin' as const };
  const { id: userId } = await app.get(UserService).ensure(user);
  await app
    .get(Database)
    .forOrg(orgId, (tx) =>
      app.get(ApiKeyService).create(tx, { name: 'Test', scopes: [...scopes], key, userId }),
    );
  return key;
}

/** A row of the org for every kind of id that stands in a path. */
async function makeRows(
  app: NestFastifyApplication,
  orgId: string,
  key: string,
): Promise<Record<string, string>> {
  const response = await app.inject({
    method: 'POST',
    url: '/v1/messages',
    headers: { authorization: `Bearer ${key}` },
    payload: { contact: 'ann', channel: 'chat', text: 'Hello' },
  });
  const { turnId, conversationId } = response.json<{ turnId: string; conversationId: string }>();
  const file = await app.get(FileService).store(orgId, { name: 'x', content: Buffer.from('Hello') });
  const [approval] = await app.get(Database).forOrg(orgId, (tx) =>
    tx.query<{ id: string }>(
      `INSERT INTO approvals (org_id, id, turn_id, conversation_id, step_key, tool, arguments, arguments_hash, reason,
         requested_at, expires_at)
       VALUES ($1, $2, $3, $4, 'tool:1:0', 'note', '{}', 'h', 'Because.', $5, $6) RETURNING id`,
      [randomUUID(), turnId, conversationId, new Date(), new Date(Date.now() + 3_600_000)],
    ),
  );
  return {
    turnId,
    conversationId,
    approvalId: approval?.id ?? '',
    fileId: file.id,
    contactId: 'ann',
    kind: 'location',
    artifactKind: 'conversation_summary',
  };
}

async function answerOf(
  app: NestFastifyApplication,
  own: ServedApi['own'],
  { route, address, key = own.key, body, headers = {} }: Call,
): Promise<Answer> {
  const response = await app.inject({
    method: route.method,
    url: address ?? addressOf(route, own.ids),
    headers: {
      ...(key ? { authorization: `Bearer ${key}` } : {}),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body === undefined ? {} : { payload: typeof body === 'string' ? body : JSON.stringify(body) }),
  });
  const type = String(response.headers['content-type']);
  const problem = type.startsWith(PROBLEM_MEDIA_TYPE)
    ? response.json<{ errors?: { pointer: string }[] }>()
    : {};
  return {
    status: response.statusCode,
    type,
    text: response.body,
    pointers: (problem.errors ?? []).map(({ pointer }) => pointer),
  };
}
