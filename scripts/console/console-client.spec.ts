import { z } from 'zod';
import { LocalServer } from '../../test/harness/local-server.ts';
import { runProgram } from '../../test/harness/run-program.ts';
import { temporaryFolder } from '../../test/harness/temporary-folder.ts';
import { ConsoleClient, type Credentials } from './console-client.ts';

const PAGE = '<!doctype html>\n<title>Sign in</title>';

describe('the client of the console', () => {
  const folder = temporaryFolder();
  let server: LocalServer;
  beforeAll(async () => {
    server = await LocalServer.start((_, response) => response.end());
  });
  afterAll(() => server.stop());

  it.each<[string, number, string, RegExp]>([
    ['a sign-in page', 200, PAGE, /is not a Turnpike console .* 200 <!doctype html> <title>Sign in/],
    ['JSON of another server', 200, '{"items":7}', /is not a Turnpike console/],
    ['nothing', 200, '', /is not a Turnpike console/],
    ['the page of another server', 404, PAGE, /is not a Turnpike console .* 404 <!doctype/],
    ['a failing proxy', 502, 'Bad Gateway', /a proxy answers in its place: 502 Bad Gateway/],
    ['a redirect', 307, '', /redirects to https:\/\/login\.example\/in; name .* with --url/],
  ])('says what answers: %s', async (_, status, body, problem) => {
    server.answering = (_request, response) =>
      response.writeHead(status, { location: 'https://login.example/in?to=x' }).end(body);
    const list = async (credentials: Credentials) =>
      (await ConsoleClient.open(server.url, credentials)).get(
        'flags',
        z.object({ items: z.array(z.string()) }),
      );
    for (const credentials of [{ key: 'tp_a' }, { email: 'a@b.example', password: 'p' }])
      await expect(list(credentials)).rejects.toMatchObject({
        code: 'START_REFUSED',
        message: expect.stringMatching(problem),
      });
  });

  it.each([
    [['--url', 'http://127.0.0.1:2'], 'tp_a', 1, 'does not answer. Start it with npm start'],
    [['--url', 'https://SERVER'], 'tp_a', 1, /cannot be reached: .*SSL/i],
    [['--url', 'http://u:hunter2@SERVER'], 'tp_a', 2, '--url: expected a URL without user and password'],
    [[], 'tp_ключ', 1, 'TURNPIKE_API_KEY'],
    [[], 'tp_a\ntp_b', 1, 'TURNPIKE_API_KEY'],
  ])('%j with the key %j: says what is wrong', async (args, TURNPIKE_API_KEY, code, problem) => {
    const line = ['list', ...args.map((arg) => arg.replace('SERVER', server.address))];
    const ended = await runProgram('scripts/flags', line, { env: { DATA_DIR: folder, TURNPIKE_API_KEY } });
    expect(ended).toMatchObject({ code, err: expect.stringMatching(problem) });
    expect(ended.err).not.toMatch(/hunter2|\n +at /);
  });
});
