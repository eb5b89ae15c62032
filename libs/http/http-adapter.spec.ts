import { once } from 'node:events';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { fastify, type FastifyInstance } from 'fastify';
import type { Config } from '#config';
import { problem } from '#contracts';
import { startTracing, type Tracing } from '#telemetry';
import { httpAdapter } from './http-adapter.ts';
import { UNREADABLE_REQUESTS } from './unreadable-requests.ts';

describe('rejected requests of all apps', () => {
  let server: FastifyInstance;
  let tracing: Tracing;
  let asked: () => void;
  let answer: () => void;

  beforeEach(async () => {
    tracing = startTracing({ serviceName: 'test' });
    const config = { environment: {} } as Config;
    server = httpAdapter(config, { maxParameterCharacters: 20 }).getInstance();
    server.get('/things/:id', async () => 'thing');
    server.post('/things/:id', async () => 'thing');
    server.get('/waits', () => {
      asked();
      return new Promise((resolve) => {
        answer = () => resolve('at last');
      });
    });
    await server.listen({ port: 0, host: '127.0.0.1' });
  });

  afterEach(async () => {
    await server.close();
    await tracing.shutdown();
  });

  async function open(to = server): Promise<Socket> {
    const { port } = to.server.address() as AddressInfo;
    const socket = connect(port, '127.0.0.1');
    await once(socket, 'connect');
    return socket;
  }

  /** Sends it as it is, and reads until the server closes the connection. */
  async function send(request: string, socket?: Socket) {
    const opened = socket ?? (await open());
    opened.write(request);
    const [head = '', body = ''] = (await text(opened)).split('\r\n\r\n');
    return { head: head.toLowerCase(), body };
  }

  const END = 'Connection: close\r\n\r\n';
  const BODY = 'Content-Type: text/csv\r\nContent-Length: 3\r\nConnection: close\r\n\r\na,b';
  it.each([
    ['a request without Host', `GET /things/1 HTTP/1.1\r\n${END}`, 400, 'Host'],
    ['a request with two Hosts', `GET /things/1 HTTP/1.1\r\nHost: a\r\nhost: b\r\n${END}`, 400, 'Host'],
    ['an unknown expectation', `GET /things/1 HTTP/1.1\r\nHost: a\r\nExpect: tea\r\n${END}`, 417, 'Expect'],
    [
      'a part of the path that is too long',
      `GET /things/${'x'.repeat(21)} HTTP/1.1\r\nHost: a\r\n${END}`,
      414,
      '20 characters',
    ],
    ['another method, with any body', `PUT /things/1 HTTP/1.1\r\nHost: a\r\n${BODY}`, 405, 'GET, HEAD, POST'],
    ['an unknown address, with any body', `POST /nothing HTTP/1.1\r\nHost: a\r\n${BODY}`, 404, 'nothing'],
    ['an address that cannot be decoded', `GET /things/%zz HTTP/1.1\r\nHost: a\r\n${END}`, 400, ''],
    ['a message that is not HTTP', 'hello\r\n\r\n', 400, ''],
    ['a header without a name', 'GET /things/1 HTTP/1.1\r\nHost: a\r\n: b\r\n\r\n', 400, ''],
    ['too large a header', `GET /things/1 HTTP/1.1\r\nHost: a\r\nX: ${'x'.repeat(20_000)}\r\n\r\n`, 431, ''],
  ])('%s gets problem details with a trace', async (_name, request, status, said) => {
    const { head, body } = await send(request);
    expect(head).toContain(`http/1.1 ${status} `);
    expect(head).toContain('content-type: application/problem+json');
    const told = problem.parse(JSON.parse(body));
    expect(told).toMatchObject({ status, detail: expect.stringContaining(said) });
    expect(told.traceId).toMatch(/^[0-9a-f]{32}$/);
    expect(told.detail).not.toContain('xxx');
    if (status === 405) expect(head).toContain('allow: get, head, post');
  });

  it('do not include HTTP/1.0 without Host, or a supported expectation', async () => {
    expect((await send(`GET /things/1 HTTP/1.0\r\n\r\n`)).body).toBe('thing');
    const met = await send(`GET /things/1 HTTP/1.1\r\nHost: a\r\nExpect: 100-continue\r\n${END}`);
    expect(met.head).toBe('http/1.1 100 continue');
  });

  it('include a body that does not end in time; Fastify would wait forever', async () => {
    expect(server.server.requestTimeout).toBe(120_000);
    const http = { headersTimeout: 100, connectionsCheckingInterval: 20 };
    const impatient = fastify({ ...UNREADABLE_REQUESTS, requestTimeout: 200, http });
    await impatient.listen({ port: 0, host: '127.0.0.1' });
    const begun = `POST /things/1 HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: 9\r\n\r\n{`;
    const { head, body } = await send(begun, await open(impatient));
    expect(head).toContain('http/1.1 408 ');
    expect(problem.parse(JSON.parse(body))).toMatchObject({ status: 408 });
    await impatient.close();
  });

  it('include requests to a closing server, with problem details and Retry-After', async () => {
    const late = await open();
    const early = await open();
    const reached = new Promise<void>((resolve) => {
      asked = resolve;
    });
    const waited = send(`GET /waits HTTP/1.1\r\nHost: a\r\n${END}`, early);
    await reached;
    const closed = server.close();
    await once(server.closing, 'abort');
    const { head, body } = await send('GET /things/1 HTTP/1.1\r\nHost: a\r\n\r\n', late);
    expect(head).toContain('http/1.1 503 ');
    expect(head).toMatch(/retry-after: \d+/);
    expect(problem.parse(JSON.parse(body))).toMatchObject({ status: 503 });
    answer();
    expect((await waited).body).toBe('at last');
    await closed;
  });
});
