import { PROBLEM_MEDIA_TYPE, type ApiKeyScope } from '#contracts';
import { describeWith } from '../../test/harness/services.ts';
import { addressOf, type DocumentedRoute } from './testing/documented-routes.ts';
import { newKey, serveApi, type Answer, type Call, type ServedApi } from './testing/served-api.fixture.ts';

/** The scope that each route requires. A route that is missing here fails the suite. */
const SCOPES: Record<string, ApiKeyScope> = {
  'POST /v1/messages': 'messages',
  'GET /v1/turns': 'turns',
  'GET /v1/turns/{turnId}': 'turns',
  'GET /v1/turns/{turnId}/events': 'turns',
  'POST /v1/turns/{turnId}/cancel': 'turns',
  'POST /v1/turns/{turnId}/feedback': 'turns',
  'GET /v1/contacts/{contactId}/export': 'contacts',
  'DELETE /v1/contacts/{contactId}': 'contacts',
  'PUT /v1/conversations/{conversationId}/context/location': 'messages',
  'PUT /v1/conversations/{conversationId}/context/screen': 'messages',
  'PUT /v1/conversations/{conversationId}/context/webcam': 'messages',
  'DELETE /v1/conversations/{conversationId}/context/{kind}': 'messages',
  'POST /v1/files': 'messages',
  'GET /v1/files/{fileId}': 'turns',
  'GET /v1/files/{fileId}/content': 'turns',
  'GET /v1/approvals': 'messages:staff',
  'POST /v1/approvals/{approvalId}': 'messages:staff',
  'GET /v1/conversations': 'turns',
  'GET /v1/conversations/{conversationId}': 'turns',
  'GET /v1/conversations/{conversationId}/messages': 'turns',
  'GET /v1/conversations/{conversationId}/events': 'turns',
  'POST /v1/conversations/{conversationId}/summary': 'turns',
  'GET /v1/conversations/{conversationId}/artifacts': 'turns',
  'GET /v1/conversations/{conversationId}/artifacts/{artifactKind}': 'turns',
  'GET /v1/conversations/{conversationId}/artifacts/{artifactKind}/versions': 'turns',
};

const OTHER_TYPES = 'application/xml text/plain application/x-www-form-urlencoded multipart/form-data'.split(
  ' ',
);

describeWith('postgres', 'every documented route', () => {
  let api: ServedApi;
  beforeAll(async () => {
    api = await serveApi();
  });
  afterAll(() => api?.stop());

  /** Says of which route an expectation was not met. */
  async function expectAll(
    calls: Call[],
    expected: (answer: Answer, route: DocumentedRoute) => unknown,
  ): Promise<void> {
    for (const request of calls) {
      const answer = await api.call(request);
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
    expect(Object.fromEntries(api.routes.map(({ name, scope }) => [name, scope]))).toEqual(SCOPES);
    for (const route of api.routes) {
      expect({ of: route.name, summary: route.summary }).toEqual({
        of: route.name,
        summary: expect.any(String),
      });
      expect(route.statuses).toEqual(expect.arrayContaining(['401', '403', '503']));
      if (route.body) expect({ of: route.name, ...route.body }).toHaveProperty('example');
    }
  });

  it('answers 401 without a key that is known', async () => {
    const otherScheme = { key: '', headers: { authorization: `Basic ${api.own.key}` } };
    for (const given of [{ key: '' }, { key: newKey() }, { key: 'tp_%00' }, otherScheme])
      await expectAll(
        api.routes.map((route) => ({ route, ...given })),
        () => ({ status: 401 }),
      );
  });

  it('answers 403 to a key that has every scope but its own', async () => {
    const calls = api.routes.map((route) => ({
      route,
      key: api.keysWithout.get(route.scope as ApiKeyScope),
    }));
    await expectAll(calls as Call[], () => ({ status: 403 }));
  });

  it('is open to a key that has its scope alone', async () => {
    for (const route of api.routes) {
      const key = api.strangersKeyFor.get(SCOPES[route.name]!);
      // Another org's ids and an empty body: nothing is changed.
      const { status } = await api.call({ route, key, ...(route.body && { body: '{}' }) });
      expect({ of: route.name, status, open: [200, 404, 415, 422].includes(status) }).toEqual({
        of: route.name,
        status,
        open: true,
      });
    }
  });

  it("answers 404 for another org's ids, and tells nothing of them", async () => {
    const withIds = api.routes.filter(({ pathParameters }) => pathParameters.length > 0);
    expect(withIds.length).toBeGreaterThanOrEqual(5);
    await expectAll(
      withIds.map((route) => ({ route, key: api.strangersKey, ...examples(route) })),
      ({ text }) => {
        expect(text).not.toContain('Hello');
        return { status: 404 };
      },
    );
  });

  it("answers 404 for another org's ids also within a list", async () => {
    const listed = api.routes.filter(
      ({ pathParameters, queryParameters }) =>
        pathParameters.length > 0 && queryParameters.some(({ name }) => name === 'cursor'),
    );
    expect(listed.length).toBeGreaterThanOrEqual(3);
    // Where versions of an artifact go on: a cursor that anybody can make.
    const calls = listed.map((route) => ({ route, address: `${addressOf(route, api.own.ids)}?cursor=NQ` }));
    await expectAll(
      calls.map((listing) => ({ ...listing, key: api.strangersKey })),
      () => ({ status: 404 }),
    );
  });

  /** Sends each route this value in the place of each of its ids, one after the other. */
  async function replaceIds(value: string, answer: (name: string) => object) {
    for (const route of api.routes)
      for (const { name, schema } of route.pathParameters) {
        if (schema.format !== 'uuid') continue;
        const address = addressOf(route, { ...api.own.ids, [name]: value });
        await expectAll([{ route, address, ...examples(route) }], () => answer(name));
      }
  }

  it('answers 404 for a UUID that no row can have', () =>
    replaceIds('00000000-0000-0000-0000-000000000001', () => ({ status: 404 })));

  it('finds a row by its id in capitals, and answers with the id as it is', async () => {
    const route = api.routes.find(({ name }) => name === 'GET /v1/turns/{turnId}') as DocumentedRoute;
    const address = addressOf(route, { turnId: api.own.ids.turnId?.toUpperCase() ?? '' });
    const { status, text } = await api.call({ route, address });
    expect({ status, id: (JSON.parse(text) as { id: string }).id }).toEqual({
      status: 200,
      id: api.own.ids.turnId,
    });
  });

  it('answers 422 for an id that cannot be one', () =>
    replaceIds('x', (name) => ({ status: 422, pointers: expect.arrayContaining([`/${name}`]) })));

  it('answers 400 for invalid percent-encoding', async () => {
    for (const route of api.routes)
      for (const { name } of route.pathParameters) {
        const address = addressOf(route, { ...api.own.ids, [name]: 'broken' }).replace('broken', '%zz');
        await expectAll([{ route, address }], () => ({ status: 400 }));
      }
  });

  it('parses a body even if none is expected', async () => {
    for (const route of api.routes.filter(({ method, multipart }) => method !== 'GET' && !multipart)) {
      await expectAll([{ route, body: '{' }], () => ({ status: 400 }));
      await expectAll([{ route, body: 'x'.repeat(300_000) }], () => ({ status: 413 }));
      for (const type of [...OTHER_TYPES, '']) {
        const other = { route, body: '{}', headers: { 'content-type': type } };
        await expectAll([other], () => ({ status: 415 }));
        expect((await api.call(other)).text).toContain('application/json');
      }
    }
  });

  it('names each parameter of the query that does not fit', async () => {
    for (const route of api.routes.filter(({ queryParameters }) => queryParameters.length > 0)) {
      const address = addressOf(route, api.own.ids);
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
    for (const route of api.routes) {
      const { body } = route;
      if (!body) continue;
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

  it.each([33, 100_000])('refuses a message of MCP that is nested %i levels deep', async (depth) => {
    const nested = '['.repeat(depth - 2) + ']'.repeat(depth - 2);
    const { statusCode, body } = await api.app.inject({
      method: 'POST',
      url: '/mcp',
      headers: {
        authorization: `Bearer ${api.own.key}`,
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
});
