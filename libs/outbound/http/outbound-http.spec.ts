import { gzipSync, brotliCompressSync, deflateSync } from 'node:zlib';
import { FixedClock } from '#config';
import { ATTRIBUTES, startTracing, withSpan, type TraceRow } from '#telemetry';
import type { HttpRequest } from '#pack-kit';
import { OutboundHttp, OutboundError } from '../index.ts';
import { LocalServer } from '../../../test/harness/local-server.ts';
import type { Resolver } from './guarded-agent.ts';

const NOW = new Date('2026-11-20T10:00:00Z');
const ORG = '019a9f3e-6a51-7c1e-b0a4-5d1f0c9f7a11';
const BOMB = gzipSync(Buffer.alloc(1_000_000));

describe('the outbound HTTP client', () => {
  let server: LocalServer;
  let other: LocalServer;
  const clients: OutboundHttp[] = [];

  const refused: object[] = [];
  const client = (allowed = [server.address, other.address], resolve?: Resolver) => {
    const tell = (address: object) => refused.push(address);
    const http = new OutboundHttp(allowed, new FixedClock(NOW), tell, resolve);
    clients.push(http);
    return http;
  };
  const get = (path: string, more: Partial<HttpRequest> = {}) =>
    client().request({ url: server.url + path, ...more });
  const failure = (work: Promise<unknown>) =>
    work.then(
      () => undefined,
      (error: unknown) => error as OutboundError,
    );

  beforeAll(async () => {
    other = await LocalServer.start((_request, response) => response.end('other'));
    server = await LocalServer.start((request, response) => {
      const { pathname, searchParams } = new URL(request.url, 'http://x');
      const status = Number(searchParams.get('status') ?? 200);
      const to = searchParams.get('to');
      if (to !== null) return response.writeHead(status, { location: to }).end('moved');
      switch (pathname) {
        case '/json':
          return response.end(JSON.stringify({ body: request.body, method: request.method }));
        case '/gzip':
          return response.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync('packed'));
        case '/br':
          return response.writeHead(200, { 'content-encoding': 'br' }).end(brotliCompressSync('packed'));
        case '/deflate':
          return response.writeHead(200, { 'content-encoding': 'deflate' }).end(deflateSync('packed'));
        case '/bomb':
          return response.writeHead(200, { 'content-encoding': 'gzip' }).end(BOMB);
        case '/lie':
          return response.writeHead(200, { 'content-encoding': 'gzip' }).end('not packed');
        case '/zstd':
          return response.writeHead(200, { 'content-encoding': 'zstd' }).end('x');
        case '/announced':
          return response.writeHead(200, { 'content-length': 5_000_000 }).write('x');
        case '/endless':
          return endless(response);
        case '/slow-body':
          return response.write('begun');
        case '/silent':
          return undefined;
        case '/reset':
          return response.socket?.destroy();
        case '/later':
          return response.writeHead(429, { 'retry-after': '7' }).end('busy');
        case '/cookie':
          return response.writeHead(200, { 'set-cookie': 'a=b' }).end();
        default:
          return response.writeHead(status).end(`status ${status}`);
      }
    });
  });

  beforeEach(() => {
    server.received.length = 0;
    other.received.length = 0;
    refused.length = 0;
  });

  afterAll(async () => {
    await Promise.all(clients.map((http) => http.close()));
    await server.stop();
    await other.stop();
  });

  describe('a request', () => {
    it('has a user agent and the given headers, and returns the answer', async () => {
      const answer = await get('/json', { json: { a: 1 }, headers: { 'X-Api-Key': 'k', Cookie: 'no' } });
      expect(answer).toMatchObject({ status: 200, url: `${server.url}/json` });
      expect(answer.json()).toEqual({ body: '{"a":1}', method: 'POST' });
      const headers = server.received[0]?.headers ?? {};
      expect(headers).toMatchObject({
        'user-agent': 'Turnpike',
        'x-api-key': 'k',
        'content-type': 'application/json',
      });
      expect(headers.cookie).toBeUndefined();
    });

    it.each(['x-name', 'x-name\r\nx-forged'])('is not sent with a forged header in %j', async (name) => {
      const error = await failure(get('/json', { headers: { [name]: 'a\r\nx-forged: 1' } }));
      expect(error).toMatchObject({ reason: 'header', toolErrorClass: 'VALIDATION_FAILED' });
      expect(server.received).toEqual([]);
    });

    it('has neither path nor query in its span', async () => {
      const rows: TraceRow[] = [];
      const traceSink = { write: async (written: TraceRow[]) => void rows.push(...written) };
      const tracing = startTracing({ serviceName: 'test', traceSink });
      const attributes = { [ATTRIBUTES.orgId]: ORG };
      await withSpan('job', { kind: 'job', attributes }, () => get('/hooks/T0KEN?key=K3Y'));
      await tracing.shutdown();
      expect(server.received[0]?.url).toBe('/hooks/T0KEN?key=K3Y');
      const span = rows[0]?.spans.find(({ kind }) => kind === 'http');
      expect(span?.attributes).toMatchObject({ 'url.full': `${server.url}/…`, 'server.port': server.port });
      expect(JSON.stringify(rows)).not.toMatch(/T0KEN|K3Y/);
    });

    it('sends forms and text', async () => {
      await get('/json', { body: new URLSearchParams({ q: 'a b' }) });
      await get('/json', { method: 'PUT', body: 'text' });
      expect(server.received.map(({ method, body }) => [method, body])).toEqual([
        ['POST', 'q=a+b'],
        ['PUT', 'text'],
      ]);
    });

    it.each(['gzip', 'br', 'deflate'])('decompresses %s', async (encoding) => {
      expect((await get(`/${encoding}`)).text()).toBe('packed');
    });

    it('keeps no cookies', async () => {
      const http = client();
      await http.request({ url: `${server.url}/cookie` });
      await http.request({ url: `${server.url}/cookie` });
      expect(server.received[1]?.headers.cookie).toBeUndefined();
    });
  });

  describe('a failed request', () => {
    it.each([
      [400, 'UPSTREAM_REJECTED'],
      [404, 'UPSTREAM_REJECTED'],
      [408, 'TIMEOUT'],
      [429, 'RATE_LIMITED'],
      [500, 'UPSTREAM_ERROR'],
      [501, 'UPSTREAM_ERROR'],
      [502, 'UPSTREAM_UNAVAILABLE'],
      [503, 'UPSTREAM_UNAVAILABLE'],
      [504, 'UPSTREAM_UNAVAILABLE'],
    ])('maps status %i to %s', async (status, toolErrorClass) => {
      const error = await failure(get(`/?status=${status}`));
      expect(error).toMatchObject({ toolErrorClass, status, bodyText: `status ${status}` });
      expect(error?.message).not.toContain('?status');
      expect((await get(`/?status=${status}`, { acceptAnyStatus: true })).status).toBe(status);
    });

    it('returns the wait that the service requests', async () => {
      expect(await failure(get('/later'))).toMatchObject({
        toolErrorClass: 'RATE_LIMITED',
        retryAfterMs: 7_000,
      });
    });

    it('reports a closed port and an unknown name', async () => {
      const nobody = client(['127.0.0.1']).request({ url: 'http://127.0.0.1:9999/' });
      expect(await failure(nobody)).toMatchObject({ toolErrorClass: 'UPSTREAM_UNAVAILABLE' });
      const nameless = client([], () => Promise.reject(new Error('ENOTFOUND')));
      expect(await failure(nameless.request({ url: 'http://nowhere.test/' }))).toMatchObject({
        toolErrorClass: 'UPSTREAM_UNAVAILABLE',
      });
    });

    it.each([
      ['a reset connection', '/reset', 'UPSTREAM_UNAVAILABLE'],
      ['an answer that is not compressed as announced', '/lie', 'UPSTREAM_ERROR'],
      ['an answer in an unknown compression', '/zstd', 'UPSTREAM_ERROR'],
      ['an announced length beyond 2 MB', '/announced', 'LIMIT_EXCEEDED'],
      ['an answer that exceeds 2 MB', '/endless', 'LIMIT_EXCEEDED'],
    ])('reports %s', async (_name, path, toolErrorClass) => {
      expect(await failure(get(path))).toMatchObject({ toolErrorClass });
    });

    it('reports an answer that is not JSON', async () => {
      const answer = await get('/');
      expect(() => answer.json()).toThrow(/it is not JSON/);
    });
  });

  describe('limits', () => {
    it('apply to the decompressed size', async () => {
      expect(BOMB.length).toBeLessThan(10_000);
      expect(await failure(get('/bomb', { maxBytes: 10_000 }))).toMatchObject({
        toolErrorClass: 'LIMIT_EXCEEDED',
      });
      expect((await get('/bomb')).bytes).toHaveLength(1_000_000);
    });

    it.each(['/silent', '/slow-body'])('end a request after its timeout (%s)', async (path) => {
      const error = await failure(get(path, { timeoutMs: 80 }));
      expect(error).toMatchObject({
        toolErrorClass: 'TIMEOUT',
        message: '127.0.0.1 did not answer within 0.08 s.',
      });
    });

    it.each(['/silent', '/slow-body'])('end a request with the reason of its caller (%s)', async (path) => {
      const caller = new AbortController();
      const work = failure(get(path, { signal: caller.signal }));
      setImmediate(() => caller.abort(new Error('the turn was cancelled')));
      expect((await work)?.message).toBe('the turn was cancelled');
    });
  });

  describe('redirects', () => {
    const secret = { authorization: 'Bearer x', 'x-api-key': 'k', accept: 'a/b' };

    it('are followed, and secrets stay within the origin', async () => {
      await get('/?status=302&to=/json', { headers: secret });
      expect(server.received[1]?.headers).toMatchObject(secret);
      const answer = await get(`/?status=302&to=${other.url}/`, { headers: secret });
      expect(answer).toMatchObject({ url: `${other.url}/` });
      expect(other.received[0]?.headers).toMatchObject({ accept: 'a/b' });
      expect(other.received[0]?.headers).not.toHaveProperty('authorization');
      expect(other.received[0]?.headers).not.toHaveProperty('x-api-key');
    });

    it.each([
      [301, 'POST', 'GET', ''],
      [302, 'POST', 'GET', ''],
      [303, 'PUT', 'GET', ''],
      [302, 'PUT', 'PUT', 'b'],
      [307, 'POST', 'POST', 'b'],
      [308, 'POST', 'POST', 'b'],
    ] as const)('with %i continue a %s as %s', async (status, method, then, body) => {
      await get(`/?status=${status}&to=/json`, { method, body: 'b' });
      expect(server.received[1]).toMatchObject({ method: then, body });
    });

    it('end after five hops', async () => {
      expect(await failure(get(`/?status=302&to=${encodeURIComponent('/?status=302&to=')}`))).toMatchObject({
        toolErrorClass: 'UPSTREAM_ERROR',
      });
      expect(server.received).toHaveLength(6);
    });

    it.each([
      ['http://10.0.0.1/', 'address'],
      ['http://[::1]/', 'address'],
      ['http://2130706433:1234/', 'address'],
      ['ftp://example.com/', 'scheme'],
      ['http://u:p@example.com/', 'credentials'],
      ['http://exa mple/', 'malformed_url'],
    ])('to %s are refused: %s', async (to, reason) => {
      const error = await failure(get(`/?status=302&to=${encodeURIComponent(to)}`));
      expect(error).toMatchObject({ code: 'OUTBOUND_REFUSED', reason });
      expect(server.received).toHaveLength(1);
    });

    it('are not followed if the caller excludes them', async () => {
      expect((await get('/?status=302&to=/json', { followRedirects: false })).status).toBe(302);
    });
  });

  describe('host names', () => {
    it.each<[string, (http: OutboundHttp, url: string) => Promise<unknown>]>([
      ['an answer', (http, url) => http.request({ url })],
      ['a streamed answer', (http, url) => http.stream(url)],
    ])('with a private address are refused for %s; only the operator gets the address', async (_of, send) => {
      const http = client([], async () => [{ address: '127.0.0.1', family: 4 }]);
      const error = await failure(send(http, `http://innocent.test:${server.port}/`));
      expect(error).toMatchObject({
        code: 'OUTBOUND_REFUSED',
        reason: 'address',
        toolErrorClass: 'FORBIDDEN',
      });
      expect(error?.message).toContain('innocent.test does not lead to a public internet address');
      expect(error?.message).not.toContain('127.0.0.1');
      expect(refused).toEqual([{ host: 'innocent.test', port: server.port, address: '127.0.0.1' }]);
      expect(server.received).toEqual([]);
    });

    it('that do not exist are reported for streamed answers, and an abort keeps its reason', async () => {
      const http = client([], () => Promise.reject(new Error('ENOTFOUND')));
      expect(await failure(http.stream('http://nowhere.test/'))).toMatchObject({
        code: 'OUTBOUND_UNAVAILABLE',
        message: 'nowhere.test cannot be reached.',
      });
      const signal = AbortSignal.abort(new Error('enough'));
      expect(await failure(http.stream('http://nowhere.test/', { signal }))).toBe(signal.reason);
    });

    it('are resolved once: the connection uses the checked address', async () => {
      const target = await LocalServer.start((_request, response) => response.end('there'), '127.0.0.2');
      let lookups = 0;
      const rebinding: Resolver = async () => {
        lookups += 1;
        return [{ address: lookups === 1 ? '127.0.0.2' : '127.0.0.1', family: 4 }];
      };
      const http = client(['127.0.0.2/32'], rebinding);
      const url = `http://rebind.test:${target.port}/`;
      expect((await http.request({ url })).text()).toBe('there');
      expect(lookups).toBe(1);
      expect(target.received[0]?.headers.host).toBe(`rebind.test:${target.port}`);
      const again = client(['127.0.0.2/32'], rebinding);
      expect(await failure(again.request({ url }))).toMatchObject({ reason: 'address' });
      await target.stop();
    });

    it('with one allowed address use only that one', async () => {
      const http = client(['127.0.0.2/32'], async () => [
        { address: '127.0.0.1', family: 4 },
        { address: '127.0.0.2', family: 4 },
      ]);
      const work = failure(http.request({ url: `http://both.test:${server.port}/` }));
      expect(await work).toMatchObject({ toolErrorClass: 'UPSTREAM_UNAVAILABLE' });
      expect(server.received).toEqual([]);
    });
  });
});

function endless(response: { write(text: string, done: (error?: Error | null) => void): void }): void {
  response.write('x'.repeat(100_000), (error) => {
    if (!error) endless(response);
  });
}
