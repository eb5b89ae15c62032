import { once } from 'node:events';
import { connect, type AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { fastify, type FastifyInstance } from 'fastify';
import { problem } from '#contracts';
import { startTracing, type Tracing } from '#telemetry';
import { UNREADABLE_REQUESTS } from './unreadable-requests.ts';

/** A body is waited for no longer than a test takes. */
const SOON = { requestTimeout: 200, http: { headersTimeout: 100, connectionsCheckingInterval: 20 } };

describe('a request that reaches no route', () => {
  let server: FastifyInstance;
  let tracing: Tracing;

  beforeAll(async () => {
    tracing = startTracing({ serviceName: 'test' });
    server = fastify({ ...UNREADABLE_REQUESTS, ...SOON });
    server.post('/things', async () => 'thing');
    server.get('/things/:id', async () => 'thing');
    await server.listen({ port: 0, host: '127.0.0.1' });
  });

  afterAll(async () => {
    await server.close();
    await tracing.shutdown();
  });

  /** Sends it as it is, and reads until the server closes the connection. */
  async function send(request: string) {
    const { port } = server.server.address() as AddressInfo;
    const socket = connect(port, '127.0.0.1');
    await once(socket, 'connect');
    socket.write(request);
    const [head = '', body = ''] = (await text(socket)).split('\r\n\r\n');
    return { head, body: problem.parse(JSON.parse(body)) };
  }

  it.each([
    [
      'an address that cannot be decoded',
      'GET /things/%zz HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n',
      400,
    ],
    [
      'a body that does not come to its end',
      'POST /things HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: 9\r\n\r\n{',
      408,
    ],
    ['no HTTP', 'hello\r\n\r\n', 400],
    ['a header without a name', 'GET /things/1 HTTP/1.1\r\nHost: a\r\n: b\r\n\r\n', 400],
    [
      'headers that are too large',
      `GET /things/1 HTTP/1.1\r\nHost: a\r\nX: ${'x'.repeat(20_000)}\r\n\r\n`,
      431,
    ],
  ])('with %s gets problem details with a trace', async (_name, request, status) => {
    const { head, body } = await send(request);
    expect(head).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `));
    expect(head).toMatch(/content-type: application\/problem\+json/i);
    expect(body).toMatchObject({ status, traceId: expect.stringMatching(/^[0-9a-f]{32}$/) });
  });
});
