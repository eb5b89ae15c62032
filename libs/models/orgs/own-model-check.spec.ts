import { createClock } from '#config';
import { OutboundHttp } from '#outbound';
import { LocalServer } from '../../../test/harness/local-server.ts';
import { OwnModelCheck } from './own-model-check.ts';

const KEY = 'sk-right';
const list = (...ids: string[]) => JSON.stringify({ object: 'list', data: ids.map((id) => ({ id })) });

describe('the check of an own model', () => {
  let server: LocalServer;
  let http: OutboundHttp;

  beforeAll(async () => {
    server = await LocalServer.start((request, response) => {
      const answers: Record<string, [number, string]> = {
        '/v1/models': [200, list('llama3:8b', 'qwen3')],
        '/many/models': [200, list(...Array.from({ length: 8 }, (_, at) => `m${at}`))],
        '/empty/models': [200, list()],
        '/page/models': [200, '<html>Welcome</html>'],
        '/json/models': [200, '{"models":[]}'],
        '/broken/models': [502, 'bad gateway'],
        '/moved/models': [302, ''],
      };
      if (request.url === '/keyed/models' && request.headers.authorization !== `Bearer ${KEY}`)
        return response.writeHead(401).end();
      const [status, body] =
        answers[request.url === '/keyed/models' ? '/v1/models' : (request.url ?? '')] ?? ([404, ''] as const);
      return response.writeHead(status, { 'content-type': 'application/json' }).end(body);
    });
    http = new OutboundHttp([server.address], createClock());
  });
  afterAll(async () => {
    await http.close();
    await server.stop();
  });

  const problem = (path: string, more: { model?: string; apiKey?: string } = {}) =>
    new OwnModelCheck(http).problemOf({ baseUrl: `${server.url}${path}`, model: 'llama3:8b', ...more });

  it.each([
    ['/v1', {}],
    ['/v1/', {}],
    ['/empty', {}],
    ['/keeps-no-list', {}],
    ['/keyed', { apiKey: KEY }],
  ])('finds no problem with %s %j', async (path, more) => {
    expect(await problem(path, more)).toBeNull();
  });

  it.each([
    ['/v1', { model: 'llama4' }, 'lists no model named llama4: it has llama3:8b, qwen3.'],
    ['/many', {}, 'it has m0, m1, m2, m3, m4 and 3 more.'],
    ['/keyed', {}, 'refuses the key (401)'],
    ['/keyed', { apiKey: 'sk-wrong' }, 'refuses the key (401)'],
    ['/broken', {}, 'failed with status 502'],
    ['/moved', {}, 'redirects (302)'],
    ['/page', {}, 'does not speak the OpenAI protocol'],
    ['/json', {}, 'does not speak the OpenAI protocol'],
  ])('reports the problem with %s %j', async (path, more, said) => {
    expect(await problem(path, more)).toContain(said);
  });

  it('reports an unreachable server and a disallowed address', async () => {
    const check = new OwnModelCheck(http);
    const gone = await LocalServer.start((_request, response) => response.end());
    await gone.stop();
    const allowing = new OutboundHttp([gone.address], createClock());
    expect(await new OwnModelCheck(allowing).problemOf({ baseUrl: gone.url, model: 'm' })).toContain(
      'cannot be reached',
    );
    await allowing.close();
    expect(await check.problemOf({ baseUrl: 'http://10.0.0.1/v1', model: 'm' })).toContain(
      'HTTP_ALLOW_HOSTS',
    );
  });
});
