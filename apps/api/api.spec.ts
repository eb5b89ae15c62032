import { randomUUID } from 'node:crypto';
import { describeWith } from '../../test/harness/services.ts';
import { addOrg, useApi } from './testing/api-of-test.fixture.ts';

describeWith('postgres', 'the api', () => {
  const api = useApi();

  interface Call {
    method?: 'GET' | 'POST';
    body?: unknown;
    headers?: Record<string, string>;
    key?: string;
  }

  async function call(url: string, { method = 'GET', body, headers = {}, key = api.key }: Call = {}) {
    const response = await api.app.inject({
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

  it.each<[string, Call]>([
    ['/v1/messages?wait=9999', { method: 'POST', body: message }],
    ['/v1/messages', { method: 'POST', body: message, headers: { 'idempotency-key': '' } }],
    [`/v1/turns/${randomUUID()}/events`, { headers: { 'last-event-id': '99999999999' } }],
  ])('%s refuses a value beyond its bounds', async (url, request) => {
    const { status, type } = await call(url, request);
    expect([status, type]).toEqual([422, expect.stringContaining('application/problem+json')]);
  });

  it('has a content security policy, with which the page of its reference runs no foreign script', async () => {
    for (const path of ['/docs', '/docs/swagger-ui-init.js', '/v1/turns'])
      expect((await call(path)).headers['content-security-policy']).toMatch(
        /^default-src 'none';.*script-src 'self';.*frame-ancestors 'none'/,
      );
    const { payload } = await api.app.inject({ url: '/docs' });
    expect(payload).not.toMatch(/<script(?![^>]*\bsrc=)[^>]*>|<script[^>]*src="https?:|\son\w+=/i);
  });

  it('names the field with unstorable text, and rejects bodies that are not UTF-8', async () => {
    const broken = await send({ ...message, text: 'a\ud800', metadata: { note: ['\udc00'] } });
    expect(broken.json()).toMatchObject({ errors: [{ pointer: '/text' }, { pointer: '/metadata/note/0' }] });
    const type = (charset: string) => ({ 'content-type': `application/json; charset=${charset}` });
    expect((await send(message, type('iso-8859-1'))).json()).toMatchObject({
      detail: expect.stringMatching(/“iso-8859-1”.*charset=utf-8/),
    });
    expect((await send(message, type('"UTF-8"'))).status).toBe(202);
    expect((await send(message, { 'content-encoding': 'identity' })).status).toBe(202);
    expect((await send(message, { 'content-encoding': 'gzip' })).status).toBe(415);
    const latin = await api.app.inject({
      method: 'POST',
      url: '/v1/messages',
      headers: { authorization: `Bearer ${api.key}`, 'content-type': 'application/json' },
      payload: Buffer.from(JSON.stringify({ ...message, text: 'Café' }), 'latin1'),
    });
    expect(latin.statusCode).toBe(400);
    expect(latin.json()).toMatchObject({ detail: expect.stringContaining('UTF-8') });
  });

  it('explains a forbidden field name and a malformed path', async () => {
    const poisoned = await call('/v1/messages', { method: 'POST', body: '{"__proto__":{"a":1}}' });
    expect(poisoned.json()).toMatchObject({ detail: expect.stringContaining('no field may be called') });
    const { json } = await api.app.inject({ method: 'GET', url: `/v1/turns/%${'x'.repeat(5_000)}` });
    const { detail } = json<{ detail: string }>();
    expect(detail).toContain('percent sign');
    expect(detail.length).toBeLessThan(300);
  });

  it('redirects / to the API reference', async () => {
    const { statusCode, headers } = await api.app.inject({ method: 'GET', url: '/' });
    expect(statusCode).toBe(302);
    const reference = await api.app.inject({ method: 'GET', url: String(headers.location) });
    expect(reference.body).toContain('<title>Swagger UI</title>');
  });

  it('accepts a content type without a body', async () => {
    const { turnId } = (await send(message)).json() as unknown as { turnId: string };
    const headers = { 'content-type': 'application/json' };
    expect((await call(`/v1/turns/${turnId}/cancel`, { method: 'POST', headers })).status).toBe(200);
  });

  it("gives another org's key no list of turns and no place in a conversation", async () => {
    const { conversationId } = (await send(message)).json() as unknown as { conversationId: string };
    const other = await addOrg(api.app, 'other');
    expect((await call('/v1/turns', { key: other.key })).json()).toEqual({ items: [], nextCursor: null });
    const body = { conversationId, text: 'x' };
    expect((await call('/v1/messages', { key: other.key, method: 'POST', body })).status).toBe(404);
  });

  it('reports a repeated message and its differences, with and without `wait`', async () => {
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

  it.each([
    [32, 202],
    [33, 422],
  ])('answers metadata nested %i levels deep with %i', async (depth, status) => {
    const nested: unknown = JSON.parse(`${'['.repeat(depth)}${']'.repeat(depth)}`);
    expect((await send({ ...message, metadata: { nested } })).status).toBe(status);
  });
});
