import { randomBytes, randomUUID } from 'node:crypto';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import fc from 'fast-check';
import { loadConfig } from '#config';
import { Database } from '#database';
import { ApiKeyService, OrgService } from '#identity';
import { describeWith } from '../../test/harness/services.ts';
import { createTestDatabase, type TestDatabase } from '../../test/harness/test-database.ts';
import { createApi } from './create-api.ts';

const keyOf = () => `tp_${randomBytes(32).toString('base64url')}`;

describeWith('postgres', 'the api', () => {
  let testDatabase: TestDatabase;
  let app: NestFastifyApplication;
  const keys = { own: keyOf(), other: keyOf(), bare: keyOf() };

  beforeAll(async () => {
    testDatabase = await createTestDatabase();
    const config = loadConfig({
      DATABASE_URL: testDatabase.settings.url,
      LOG_LEVEL: 'silent',
      QUEUE_PREFIX: `test-${randomBytes(5).toString('hex')}`,
    });
    app = await createApi(config);
    await app.init();
    await app.getHttpAdapter().getInstance().ready();
    const orgs = app.get(OrgService);
    for (const slug of ['own', 'other'] as const) {
      const org = await orgs.create({
        slug,
        name: slug,
        packs: ['estio'],
        defaultPack: 'estio',
        settings: { MESSAGES_PER_MINUTE: '0' },
      });
      await app.get(Database).forOrg(org.id, async (tx) => {
        const service = app.get(ApiKeyService);
        await service.create(tx, { name: slug, scopes: ['messages', 'turns'], key: keys[slug] });
        if (slug === 'own') await service.create(tx, { name: 'bare', scopes: ['metrics'], key: keys.bare });
      });
    }
  });

  afterAll(async () => {
    await app?.close();
    await testDatabase?.drop();
  });

  interface Call {
    method?: 'GET' | 'POST';
    body?: unknown;
    headers?: Record<string, string>;
    key?: string;
  }

  async function call(url: string, { method = 'GET', body, headers = {}, key = keys.own }: Call = {}) {
    const response = await app.inject({
      method,
      url,
      headers: {
        ...(key ? { authorization: `Bearer ${key}` } : {}),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body === undefined ? {} : { payload: typeof body === 'string' ? body : JSON.stringify(body) }),
    });
    return {
      status: response.statusCode,
      type: String(response.headers['content-type']),
      headers: response.headers,
      json: () => response.json() as Record<string, never>,
    };
  }
  const send = (body: unknown, headers = {}) => call('/v1/messages', { method: 'POST', body, headers });
  const message = { contact: 'ann', channel: 'chat', text: 'Hello' };

  it.each<[string, string, Call, number]>([
    ['no key', '/v1/turns', { key: '' }, 401],
    ['an unknown key', '/v1/turns', { key: keyOf() }, 401],
    ['a key with a NUL in mind', '/v1/turns', { key: 'tp_%00' }, 401],
    ['a key without the scope', '/v1/turns', { key: keys.bare }, 403],
    ['an unknown route', '/v1/nothing', {}, 404],
    ['a turn that is not there', `/v1/turns/${randomUUID()}`, {}, 404],
    ['its events', `/v1/turns/${randomUUID()}/events`, {}, 404],
    ['a turn id that is none', '/v1/turns/x', {}, 422],
    ['a path that is no text', '/v1/turns/%E0%A4%A', {}, 400],
    ['a NUL in the path', '/v1/turns/%00', {}, 422],
    ['a limit that is none', '/v1/turns?limit=many', {}, 422],
    ['a limit beyond all', '/v1/turns?limit=1e99', {}, 422],
    ['a cursor that is none', '/v1/turns?cursor=%00', {}, 422],
    ['an unknown parameter', '/v1/turns?order=up', {}, 422],
    [
      'an event id beyond all',
      `/v1/turns/${randomUUID()}/events`,
      { headers: { 'last-event-id': '99999999999' } },
      422,
    ],
    ['no JSON', '/v1/messages', { method: 'POST', body: '{' }, 400],
    [
      'another media type',
      '/v1/messages',
      { method: 'POST', body: '<a/>', headers: { 'content-type': 'application/xml' } },
      415,
    ],
    [
      'another charset',
      '/v1/messages',
      { method: 'POST', body: message, headers: { 'content-type': 'application/json; charset=latin1' } },
      415,
    ],
    [
      'a compressed body',
      '/v1/messages',
      { method: 'POST', body: message, headers: { 'content-encoding': 'gzip' } },
      415,
    ],
    ['half of a character', '/v1/messages', { method: 'POST', body: { ...message, text: 'a\ud800' } }, 422],
    ['another method', '/v1/messages', {}, 405],
    ['another method of a row', `/v1/turns/${randomUUID()}`, { method: 'POST' }, 405],
    ['an array', '/v1/messages', { method: 'POST', body: [] }, 422],
    ['null', '/v1/messages', { method: 'POST', body: 'null' }, 422],
    ['a poisoned prototype', '/v1/messages', { method: 'POST', body: '{"__proto__":{"a":1}}' }, 400],
    ['a wait that is none', '/v1/messages?wait=soon', { method: 'POST', body: message }, 422],
    ['a wait beyond all', '/v1/messages?wait=9999', { method: 'POST', body: message }, 422],
    [
      'an empty Idempotency-Key',
      '/v1/messages',
      { method: 'POST', body: message, headers: { 'idempotency-key': '' } },
      422,
    ],
    [
      'a long Idempotency-Key',
      '/v1/messages',
      { method: 'POST', body: message, headers: { 'idempotency-key': 'k'.repeat(300) } },
      422,
    ],
    [
      'a staff author',
      '/v1/messages',
      { method: 'POST', body: { ...message, author: { kind: 'staff', user: 'x' } } },
      403,
    ],
  ])('answers %s with problem details', async (_name, url, request, status) => {
    const response = await call(url, request);
    expect(response.status).toBe(status);
    expect(response.type).toContain('application/problem+json');
    expect(response.json()).toMatchObject({
      status,
      title: expect.any(String),
      detail: expect.any(String),
      type: expect.any(String),
    });
    if (status === 401) expect(response.headers['www-authenticate']).toBe('Bearer');
  });

  it('names the methods that a path has', async () => {
    const { headers } = await app.inject({ method: 'PUT', url: '/v1/turns?limit=1' });
    expect(headers.allow).toBe('GET, HEAD');
  });

  it('says of text that it cannot keep which field holds it, and what a body has to be', async () => {
    const broken = await send({ ...message, text: 'a\ud800', metadata: { note: ['\udc00'] } });
    expect(broken.json()).toMatchObject({
      errors: [{ pointer: '/text' }, { pointer: '/metadata/note/0' }],
    });
    const type = (charset: string) => ({ 'content-type': `application/json; charset=${charset}` });
    expect((await send(message, type('iso-8859-1'))).json()).toMatchObject({
      detail: expect.stringMatching(/“iso-8859-1”.*charset=utf-8/),
    });
    expect((await send(message, type('"UTF-8"'))).status).toBe(202);
    expect((await send(message, { 'content-encoding': 'identity' })).status).toBe(202);
    const latin = await app.inject({
      method: 'POST',
      url: '/v1/messages',
      headers: { authorization: `Bearer ${keys.own}`, 'content-type': 'application/json' },
      payload: Buffer.from(JSON.stringify({ ...message, text: 'Café' }), 'latin1'),
    });
    expect([latin.statusCode, latin.json()]).toEqual([
      400,
      expect.objectContaining({ detail: expect.stringContaining('UTF-8') }),
    ]);
  });

  it('says what is wrong with a body that is JSON, and with an address that is none', async () => {
    const poisoned = await call('/v1/messages', { method: 'POST', body: '{"__proto__":{"a":1}}' });
    expect(poisoned.json()).toMatchObject({ detail: expect.stringContaining('no field may be called') });
    const { json } = await app.inject({ method: 'GET', url: `/v1/turns/%${'x'.repeat(5_000)}` });
    const { detail } = json<{ detail: string }>();
    expect(detail).toContain('percent sign');
    expect(detail.length).toBeLessThan(300);
  });

  it('leads who opens its address to the reference of its routes', async () => {
    const { statusCode, headers } = await app.inject({ method: 'GET', url: '/' });
    expect(statusCode).toBe(302);
    const reference = await app.inject({ method: 'GET', url: String(headers.location) });
    expect(reference.body).toContain('<title>Swagger UI</title>');
  });

  it('takes a type without a body for no body', async () => {
    const { turnId } = (await send(message)).json() as unknown as { turnId: string };
    const headers = { 'content-type': 'application/json' };
    expect((await call(`/v1/turns/${turnId}/cancel`, { method: 'POST', headers })).status).toBe(200);
  });

  it("walks every route with another org's key and finds nothing", async () => {
    const { turnId, conversationId } = (await send(message)).json() as unknown as {
      turnId: string;
      conversationId: string;
    };
    const other = { key: keys.other };
    for (const route of [`/v1/turns/${turnId}`, `/v1/turns/${turnId}/events`])
      expect((await call(route, other)).status).toBe(404);
    expect((await call(`/v1/turns/${turnId}/cancel`, { ...other, method: 'POST' })).status).toBe(404);
    expect((await call('/v1/turns', other)).json()).toEqual({ items: [], nextCursor: null });
    expect(
      (await call('/v1/messages', { ...other, method: 'POST', body: { conversationId, text: 'x' } })).status,
    ).toBe(404);
    expect((await call(`/v1/turns/${turnId}`)).json()).toMatchObject({ state: 'queued' });
  });

  it('says of a message that comes again what it says otherwise, also where the reply is waited for', async () => {
    const first = { ...message, externalId: randomUUID() };
    const other = { ...first, text: 'Something else' };
    const post = async (body: unknown, query = '') => {
      const { status, headers, json } = await call(`/v1/messages${query}`, { method: 'POST', body });
      const { repeated, differs } = json();
      return [status, repeated, differs, headers['idempotent-replayed'], headers['idempotent-differs']];
    };
    expect(await post(first)).toEqual([202, false, [], undefined, undefined]);
    expect(await post(first)).toEqual([202, true, [], 'true', undefined]);
    expect(await post(other)).toEqual([202, true, ['text'], 'true', 'text']);
    const turn = (await send(first)).json() as unknown as { turnId: string };
    await call(`/v1/turns/${turn.turnId}/cancel`, { method: 'POST' });
    expect(await post(other, '?wait=5')).toEqual([200, undefined, undefined, 'true', 'text']);
  });

  it('has no 500 for any message (property)', async () => {
    const text = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.string({ unit: fc.constantFrom('\u0000', '\ud800', '\udfff', '\\', '"', "'", 'é', '😀') }),
    );
    const body = fc.record(
      {
        contact: fc.oneof(text, fc.constant('ann')),
        channel: fc.constantFrom('chat', 'voice', 'x-1', 'Chat', '\u0000'),
        text,
        conversationId: fc.oneof(fc.uuid(), text),
        pack: fc.constantFrom('estio', 'gone', '\u0000'),
        agent: fc.constantFrom('searcher', 'estio/searcher', 'a/b/c', '/'),
        newConversation: fc.boolean(),
        author: fc.oneof(
          fc.constant({ kind: 'contact' }),
          fc.record({ kind: fc.constant('staff'), user: text }),
        ),
        externalId: text,
        callbackUrl: fc.oneof(
          fc.webUrl(),
          text.map((part) => `https://x.test/${part}`),
        ),
        attachments: fc.array(fc.record({ url: text.map((part) => `http://x.test/?${part}`) }), {
          maxLength: 5,
        }),
        metadata: fc.dictionary(text, fc.oneof(fc.jsonValue(), text)),
      },
      { requiredKeys: ['text'] },
    );
    const kept = text.map((part) => part.toWellFormed().replaceAll('\u0000', ''));
    const accepted = { count: 0 };
    await fc.assert(
      fc.asyncProperty(
        fc.oneof(
          body,
          fc.record({
            contact: fc.constant('ann'),
            channel: fc.constant('chat'),
            text: fc.oneof(text, kept),
            metadata: fc.dictionary(kept, kept),
          }),
        ),
        async (value) => {
          const { status } = await send(value);
          if (status === 202) accepted.count += 1;
          expect([202, 400, 403, 404, 422]).toContain(status);
        },
      ),
      { numRuns: 300 },
    );
    expect(accepted.count).toBeGreaterThan(20);
  });

  it('has no 500 for any query (property)', async () => {
    const value = fc.string({ unit: 'binary' }).map((part) => encodeURIComponent(part.toWellFormed()));
    await fc.assert(
      fc.asyncProperty(value, value, value, async (limit, cursor, id) => {
        expect((await call(`/v1/turns?limit=${limit}&cursor=${cursor}`)).status).toBeLessThan(500);
        expect((await call(`/v1/turns/${id}`)).status).toBeLessThan(500);
      }),
      { numRuns: 100 },
    );
  });

  it('takes metadata as deep as it may be', async () => {
    const deep = `${'['.repeat(4_000)}${']'.repeat(4_000)}`;
    const { status } = await send(`{"contact":"ann","channel":"chat","text":"x","metadata":{"a":${deep}}}`);
    expect([202, 422]).toContain(status);
  });
});
