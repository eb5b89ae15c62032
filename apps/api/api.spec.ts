import { randomBytes, randomUUID } from 'node:crypto';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { Database } from '#database';
import { ApiKeyService, OrgService } from '#identity';
import { describeWith } from '../../test/harness/services.ts';
import { createTestDatabase, type TestDatabase } from '../../test/harness/test-database.ts';
import { apiOn } from './testing/api-of-test.fixture.ts';

const keyOf = () => `tp_${randomBytes(32).toString('base64url')}`;

describeWith('postgres', 'the api', () => {
  let testDatabase: TestDatabase;
  let app: NestFastifyApplication;
  const keys = { own: keyOf(), other: keyOf() };

  beforeAll(async () => {
    testDatabase = await createTestDatabase();
    app = await apiOn(testDatabase);
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
      const key = { name: slug, scopes: ['messages' as const, 'turns' as const], key: keys[slug] };
      await app.get(Database).forOrg(org.id, (tx) => app.get(ApiKeyService).create(tx, key));
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
    ['an unknown route', '/v1/nothing', {}, 404],
    ['a turn that is not there', `/v1/turns/${randomUUID()}`, {}, 404],
    ['its events', `/v1/turns/${randomUUID()}/events`, {}, 404],
    ['a cursor that is none', '/v1/turns?cursor=%00', {}, 422],
    [
      'an event id beyond all',
      `/v1/turns/${randomUUID()}/events`,
      { headers: { 'last-event-id': '99999999999' } },
      422,
    ],
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
    ['a poisoned prototype', '/v1/messages', { method: 'POST', body: '{"__proto__":{"a":1}}' }, 400],
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

  it("gives another org's key no list of turns and no place in a conversation", async () => {
    const { conversationId } = (await send(message)).json() as unknown as { conversationId: string };
    const other = { key: keys.other };
    expect((await call('/v1/turns', other)).json()).toEqual({ items: [], nextCursor: null });
    const body = { conversationId, text: 'x' };
    expect((await call('/v1/messages', { ...other, method: 'POST', body })).status).toBe(404);
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

  it('takes metadata as deep as it may be', async () => {
    const deep = `${'['.repeat(4_000)}${']'.repeat(4_000)}`;
    const { status } = await send(`{"contact":"ann","channel":"chat","text":"x","metadata":{"a":${deep}}}`);
    expect([202, 422]).toContain(status);
  });
});
