import { randomBytes, randomUUID } from 'node:crypto';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import fc from 'fast-check';
import { FileService } from '#artifacts';
import { loadConfig } from '#config';
import { apiKeyScopes, PROBLEM_MEDIA_TYPE, type ApiKeyScope } from '#contracts';
import { Database } from '#database';
import { ApiKeyService, OrgService, UserService } from '#identity';
import { describeWith } from '../../test/harness/services.ts';
import { createTestDatabase, type TestDatabase } from '../../test/harness/test-database.ts';
import { createApi } from './create-api.ts';
import { describeApi } from './openapi.ts';
import { addressOf, documentedRoutes, type DocumentedRoute } from './testing/documented-routes.ts';
import { forgedCursor, nastyText, nearly, toJsonText } from './testing/schema-arbitrary.ts';

const MAX_ANSWER_MS = 5_000;
const FUZZ_RUNS_PER_ROUTE = 60;
const FORGED_CURSORS_PER_ROUTE = 200;
/** Parameters whose good values take long. */
const BRIEF: Record<string, fc.Arbitrary<string>> = {
  wait: fc.constantFrom('0', '0.01', '-1', '1e9', 'soon', ''),
};
const newKey = () => `tp_${randomBytes(32).toString('base64url')}`;

interface Call {
  route: DocumentedRoute;
  address?: string;
  key?: string;
  body?: unknown;
  headers?: Record<string, string>;
}

interface Answer {
  status: number;
  type: string;
  text: string;
  pointers: string[];
}

/** Every route of the OpenAPI document, also those that come later. */
describeWith('postgres', 'every documented route', () => {
  let testDatabase: TestDatabase;
  let app: NestFastifyApplication;
  let routes: DocumentedRoute[];
  let own: { orgId: string; key: string; ids: Record<string, string> };
  let strangersKey: string;
  const keysWithout = new Map<ApiKeyScope, string>();

  beforeAll(async () => {
    testDatabase = await createTestDatabase();
    app = await createApi(
      loadConfig({
        DATABASE_URL: testDatabase.settings.url,
        LOG_LEVEL: 'silent',
        QUEUE_PREFIX: `test-${randomBytes(5).toString('hex')}`,
      }),
    );
    await app.init();
    await app.getHttpAdapter().getInstance().ready();
    routes = documentedRoutes(describeApi(app));
    const orgId = await newOrg('own');
    own = { orgId, key: await keyOf(orgId, apiKeyScopes), ids: {} };
    strangersKey = await keyOf(await newOrg('strangers'), apiKeyScopes);
    for (const scope of apiKeyScopes)
      keysWithout.set(
        scope,
        await keyOf(
          orgId,
          apiKeyScopes.filter((other) => other !== scope),
        ),
      );
    own.ids = await makeRows();
  }, 240_000);

  afterAll(async () => {
    await app?.close();
    await testDatabase?.drop();
  });

  async function newOrg(slug: string): Promise<string> {
    const settings = { MESSAGES_PER_MINUTE: '0' };
    return (
      await app.get(OrgService).create({ slug, name: slug, packs: ['estio'], defaultPack: 'estio', settings })
    ).id;
  }

  async function keyOf(orgId: string, scopes: readonly ApiKeyScope[]): Promise<string> {
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
  async function makeRows(): Promise<Record<string, string>> {
    const response = await app.inject({
      method: 'POST',
      url: '/v1/messages',
      headers: { authorization: `Bearer ${own.key}` },
      payload: { contact: 'ann', channel: 'chat', text: 'Hello' },
    });
    const { turnId, conversationId } = response.json<{ turnId: string; conversationId: string }>();
    const file = await app.get(FileService).store(own.orgId, { name: 'x', content: Buffer.from('Hello') });
    const [approval] = await app.get(Database).forOrg(own.orgId, (tx) =>
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

  async function call({ route, address, key = own.key, body, headers = {} }: Call): Promise<Answer> {
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

  /** Says of which route an expectation was not met. */
  async function expectAll(
    calls: Call[],
    expected: (answer: Answer, route: DocumentedRoute) => unknown,
  ): Promise<void> {
    for (const request of calls) {
      const answer = await call(request);
      const { status, pointers } = answer;
      const of = `${request.route.name} ${request.address ?? ''}`;
      expect(request.route.statuses).toContain(String(status));
      expect({ of, status, pointers, type: answer.type }).toEqual({
        of,
        pointers: expect.any(Array),
        type: expect.stringContaining(PROBLEM_MEDIA_TYPE),
        ...(expected(answer, request.route) as object),
      });
    }
  }

  const examples = (route: DocumentedRoute) => (route.body ? { body: route.body.example } : {});

  it('declares its scope, says what it does, and has an example of its body', () => {
    expect(routes.length).toBeGreaterThanOrEqual(10);
    for (const route of routes) {
      const scope = apiKeyScopes.find((known) => known === route.scope);
      expect({ of: route.name, scope }).toEqual({ of: route.name, scope: expect.any(String) });
      expect({ of: route.name, summary: route.summary }).toEqual({
        of: route.name,
        summary: expect.any(String),
      });
      expect(route.statuses).toEqual(expect.arrayContaining(['401', '403', '503']));
      if (route.body) expect({ of: route.name, ...route.body }).toHaveProperty('example');
    }
  });

  it('answers 401 without a key that is known', async () => {
    for (const key of ['', newKey(), 'tp_%00'])
      await expectAll(
        routes.map((route) => ({ route, key })),
        () => ({ status: 401 }),
      );
  });

  it('answers 403 to a key that has every scope but its own', async () => {
    const calls = routes.map((route) => ({ route, key: keysWithout.get(route.scope as ApiKeyScope) }));
    await expectAll(calls as Call[], () => ({ status: 403 }));
  });

  it("answers 404 for another org's ids, and tells nothing of them", async () => {
    const withIds = routes.filter(({ pathParameters }) => pathParameters.length > 0);
    expect(withIds.length).toBeGreaterThanOrEqual(5);
    await expectAll(
      withIds.map((route) => ({ route, key: strangersKey, ...examples(route) })),
      ({ text }) => {
        expect(text).not.toContain('Hello');
        return { status: 404 };
      },
    );
  });

  it("answers 404 for another org's ids also within a list", async () => {
    const listed = routes.filter(
      ({ pathParameters, queryParameters }) =>
        pathParameters.length > 0 && queryParameters.some(({ name }) => name === 'cursor'),
    );
    expect(listed.length).toBeGreaterThanOrEqual(3);
    // Where versions of an artifact go on: a cursor that anybody can make.
    const calls = listed.map((route) => ({ route, address: `${addressOf(route, own.ids)}?cursor=NQ` }));
    await expectAll(
      calls.map((listing) => ({ ...listing, key: strangersKey })),
      () => ({ status: 404 }),
    );
  });

  it('answers 404 for a UUID that no row can have', async () => {
    for (const route of routes)
      for (const { name, schema } of route.pathParameters) {
        if (schema.format !== 'uuid') continue;
        const address = addressOf(route, { ...own.ids, [name]: '00000000-0000-0000-0000-000000000001' });
        await expectAll([{ route, address, ...examples(route) }], () => ({ status: 404 }));
      }
  });

  it('finds a row by its id in capitals, and answers with the id as it is', async () => {
    const route = routes.find(({ name }) => name === 'GET /v1/turns/{turnId}') as DocumentedRoute;
    const address = addressOf(route, { turnId: own.ids.turnId?.toUpperCase() ?? '' });
    const { status, text } = await call({ route, address });
    expect({ status, id: (JSON.parse(text) as { id: string }).id }).toEqual({
      status: 200,
      id: own.ids.turnId,
    });
  });

  it('answers 422 for an id that cannot be one', async () => {
    for (const route of routes)
      for (const { name, schema } of route.pathParameters) {
        if (schema.format !== 'uuid') continue;
        const address = addressOf(route, { ...own.ids, [name]: 'x' });
        await expectAll([{ route, address, ...examples(route) }], () => ({
          status: 422,
          pointers: expect.arrayContaining([`/${name}`]),
        }));
      }
  });

  it('cannot read an address that is no percent-encoded text', async () => {
    for (const route of routes)
      for (const { name } of route.pathParameters) {
        const address = addressOf(route, { ...own.ids, [name]: 'broken' }).replace('broken', '%zz');
        await expectAll([{ route, address }], () => ({ status: 400 }));
      }
  });

  it('reads a body also where none is asked for', async () => {
    for (const route of routes.filter(({ method, multipart }) => method !== 'GET' && !multipart)) {
      await expectAll([{ route, body: '{' }], () => ({ status: 400 }));
      await expectAll([{ route, body: 'x'.repeat(300_000) }], () => ({ status: 413 }));
      const headers = { 'content-type': 'application/xml' };
      await expectAll([{ route, body: '<a/>', headers }], () => ({ status: 415 }));
    }
  });

  it('names each parameter of the query that does not fit', async () => {
    for (const route of routes.filter(({ queryParameters }) => queryParameters.length > 0)) {
      const address = addressOf(route, own.ids);
      const unfit = (name: string, value: string) =>
        expectAll([{ route, address: `${address}?${name}=${value}`, ...examples(route) }], () => ({
          status: 422,
          pointers: [`/${name}`],
        }));
      await unfit('nonsense', '%00');
      for (const { name, schema } of route.queryParameters) {
        for (const value of ['%00', '']) await unfit(name, value);
        if (schema.type === 'integer' || schema.type === 'number')
          for (const value of ['0x10', '1e1', '%205', '%2B5', '5.']) await unfit(name, value);
      }
    }
  });

  it('names each field of the body that does not fit', async () => {
    for (const route of routes) {
      const { body } = route;
      if (!body) continue;
      const form = { 'content-type': 'application/x-www-form-urlencoded' };
      await expectAll([{ route, body: '{}', headers: form }], () => ({ status: 415 }));
      for (const value of [[], 'null', '7'])
        await expectAll([{ route, body: value }], () => ({ status: 422 }));
      const example = body.example as Record<string, unknown>;
      await expectAll([{ route, body: { ...example, non_sense: 1 } }], () => ({
        status: 422,
        pointers: ['/non_sense'],
      }));
      for (const field of Object.keys(body.properties ?? {})) {
        await expectAll([{ route, body: { ...example, [field]: [[]] } }], () => ({
          status: 422,
          pointers: expect.arrayContaining([expect.stringMatching(new RegExp(`^/${field}(/|$)`))]),
        }));
      }
      for (const field of body.required ?? []) {
        const { [field]: _left, ...rest } = example;
        await expectAll([{ route, body: rest }], () => ({
          status: 422,
          pointers: expect.arrayContaining([`/${field}`]),
        }));
      }
    }
  });

  it('has no 500 for any input, and no answer that is not documented (property)', async () => {
    for (const route of routes) {
      const known = { uuid: Object.values(own.ids), contact: ['ann'], channel: ['chat'] };
      await fc.assert(
        fc.asyncProperty(
          addresses(route),
          bodies(route, known),
          headersLike(),
          async (address, body, headers) => {
            const { status, text } = await inTime(
              call({ route, address, ...body, headers }),
              `${route.name} ${address}`,
            );
            if (status >= 500 || !route.statuses.includes(String(status)))
              throw new Error(`${route.name} ${address} answered ${status}: ${text}`);
          },
        ),
        { numRuns: FUZZ_RUNS_PER_ROUTE },
      );
    }
  }, 180_000);

  it.each([33, 100_000])('refuses a message of MCP that is nested %i levels deep', async (depth) => {
    const nested = '['.repeat(depth - 2) + ']'.repeat(depth - 2);
    const { statusCode, body } = await app.inject({
      method: 'POST',
      url: '/mcp',
      headers: {
        authorization: `Bearer ${own.key}`,
        host: 'localhost',
        accept: 'application/json, text/event-stream',
        'content-type': 'application/json',
      },
      payload: `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"x","arguments":${nested}}}`,
    });
    expect({ statusCode, error: (JSON.parse(body) as { error: unknown }).error }).toEqual({
      statusCode: 400,
      error: { code: -32_600, message: expect.stringContaining('at most 32 levels') },
    });
  });

  it('has no 500 for a cursor that was forged (property)', async () => {
    const lists = routes.filter(({ queryParameters }) =>
      queryParameters.some(({ name }) => name === 'cursor'),
    );
    expect(lists.length).toBeGreaterThanOrEqual(3);
    for (const route of lists)
      await fc.assert(
        fc.asyncProperty(forgedCursor, async (cursor) => {
          const address = `${addressOf(route, own.ids)}?cursor=${cursor}`;
          const { status, text } = await inTime(call({ route, address }), address);
          if (status >= 500) throw new Error(`${address} answered ${status}: ${text}`);
        }),
        { numRuns: FORGED_CURSORS_PER_ROUTE },
      );
  }, 240_000);

  /** Own ids among them, but where the answer to a good one has no end. */
  function addresses(route: DocumentedRoute): fc.Arbitrary<string> {
    const values = route.pathParameters.map(({ name }) => {
      const ownId = own.ids[name] ?? '';
      const strange = fc
        .oneof(nastyText, fc.constant(randomUUID()))
        .filter((id) => id.length > 0 && id !== ownId);
      return [name, route.streams ? strange : fc.oneof(fc.constant(ownId), strange)] as const;
    });
    const queries = route.queryParameters.map(
      ({ name, schema }) => [name, BRIEF[name] ?? nearly(schema).map(asText)] as const,
    );
    return fc
      .tuple(
        fc.record(Object.fromEntries(values)),
        fc.record(Object.fromEntries(queries), { requiredKeys: [] }),
      )
      .map(([ids, query]) => {
        const path = route.path.replace(/\{(\w+)\}/g, (_, name: string) =>
          encode(String((ids as Record<string, unknown>)[name])),
        );
        const pairs = Object.entries(query).map(([name, value]) => `${name}=${encode(String(value))}`);
        return pairs.length > 0 ? `${path}?${pairs.join('&')}` : path;
      });
  }

  function bodies(
    { body }: DocumentedRoute,
    known: Record<string, string[]>,
  ): fc.Arbitrary<{ body?: unknown }> {
    return body
      ? nearly(body, known).map((value) => ({ body: toJsonText(value) }))
      : fc.constant<{ body?: unknown }>({});
  }

  /** Headers that routes read; what cannot stand in one is no input. */
  function headersLike(): fc.Arbitrary<Record<string, string>> {
    const text = fc.string({ unit: fc.constantFrom('a', '7', '-', '=', '"', 'ÿ', ' ') });
    return fc.record(
      { 'last-event-id': fc.oneof(text, forgedCursor), 'idempotency-key': text },
      { requiredKeys: [] },
    );
  }
});

const encode = (text: string) => encodeURIComponent(text.toWellFormed());
const asText = (value: unknown) => (typeof value === 'string' ? value : (JSON.stringify(value) ?? ''));

/** A request that hangs is as bad as one that fails. */
async function inTime<Result>(work: Promise<Result>, what: string): Promise<Result> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error(`${what} has no answer`)), MAX_ANSWER_MS);
  });
  return Promise.race([work, late]).finally(() => clearTimeout(timer));
}
