import { FixedClock } from '#config';
import { LocalServer } from '../../../test/harness/local-server.ts';
import { KeyStates } from '../keys/key-states.ts';
import type { KeyedProvider } from '../language-model.ts';
import { failureOf, modelRequest, streamedRequest } from '../testing/model-request.fixture.ts';
import { sendEvents } from '../testing/provider-answers.ts';
import { openAdapter } from './adapters.ts';
import refusals from './refusals.json' with { type: 'json' };

const EXPECTED = {
  content: { errorClass: 'BAD_REQUEST', options: { dialect: false } },
  form: { errorClass: 'BAD_REQUEST', options: { dialect: true } },
  model: { errorClass: 'NOT_CONFIGURED' },
  payment: { errorClass: 'RATE_LIMITED' },
  key: { errorClass: 'KEY_REJECTED' },
  server: { errorClass: 'UNAVAILABLE' },
};
const STATES: Record<string, string> = { payment: 'cooldown', key: 'removed' };

const BODIES = {
  openai: (code: string | null, message: string) => ({
    error: { message, type: 'invalid_request_error', code },
  }),
  anthropic: (type: string | null, message: string) => ({ type: 'error', error: { type, message } }),
  google: (reason: string | null, message: string) => ({
    error: { message, details: reason ? [{ reason }] : [] },
  }),
};

describe('a provider', () => {
  let server: LocalServer;
  beforeAll(async () => {
    server = await LocalServer.start(() => undefined);
  });
  afterAll(() => server.stop());

  const open = (provider: KeyedProvider, keyStates = new KeyStates()) =>
    openAdapter[provider]({
      apiKeys: ['key'],
      baseUrl: server.url + (provider === 'openai' ? '/v1' : ''),
      clock: new FixedClock(new Date('2026-11-23T09:00:00Z')),
      keyStates,
    });
  const refuse = (status: number, body: object | string, headers: Record<string, string> = {}) => {
    const [type, text] =
      typeof body === 'string' ? ['text/html', body] : ['application/json', JSON.stringify(body)];
    server.answering = (_request, answer) =>
      answer.writeHead(status, { 'content-type': type, ...headers }).end(text);
  };

  // A row has the kind that is expected, the provider, the status, the code and the message.
  it.each(refusals)('refuses %s', async (row) => {
    const [what = '', provider = '', status, code, ...words] = row.split(' ');
    refuse(Number(status), BODIES[provider as KeyedProvider](code === '-' ? null : code!, words.join(' ')));
    for (const request of [modelRequest('hi'), streamedRequest('hi')]) {
      const keyStates = new KeyStates();
      const failure = await failureOf(open(provider as KeyedProvider, keyStates).generate(request));
      expect(failure).toMatchObject(EXPECTED[what as keyof typeof EXPECTED]);
      expect(keyStates.obstacle(provider, 'key')?.kind).toBe(STATES[what]);
    }
  });

  it.each(['', '<html>Sorry, you have been blocked</html>', { detail: 'no' }])(
    'that refuses a request with 403 and %j keeps its key',
    async (body) => {
      refuse(403, body);
      for (const provider of ['openai', 'anthropic', 'google'] as const)
        expect(await failureOf(open(provider).generate(modelRequest('hi')))).toMatchObject(EXPECTED.content);
    },
  );

  it.each([
    ['retry-after', '59.9', 60_000],
    ['retry-after', 'Mon, 23 Nov 2026 09:00:30 GMT', 30_000],
    ['retry-after', 'soon', undefined],
    ['retry-after-ms', '1500.5', 1_501],
    ['retry-after-ms', '-5', undefined],
    ['retry-after-ms', '', undefined],
  ])('says with the header %s: %s when to ask again', async (header, value, retryAfterMs) => {
    refuse(429, {}, { [header]: value });
    for (const provider of ['openai', 'anthropic', 'google'] as const)
      expect((await failureOf(open(provider).generate(modelRequest('hi')))).options).toMatchObject({
        retryAfterMs,
      });
  });

  it.each([
    [{ details: [{ retryDelay: '59.9s' }] }, 60_000],
    [{ message: '"retryDelay":"9s"' }, undefined],
    [{ details: [{ retryDelay: 9 }, { retryDelay: '-1s' }] }, undefined],
  ])('says with %j when to ask again', async (error, retryAfterMs) => {
    refuse(429, { error });
    expect((await failureOf(open('google').generate(modelRequest('hi')))).options).toMatchObject({
      retryAfterMs,
    });
  });

  it.each([
    ['rate_limit_exceeded', 'RATE_LIMITED'],
    ['insufficient_quota', 'RATE_LIMITED'],
    ['server_error', 'UNAVAILABLE'],
    [502, 'UNAVAILABLE'],
    [403, 'BAD_REQUEST'],
    ['content_filter', 'BAD_REQUEST'],
    ['unheard_of', 'BROKEN_STREAM'],
  ])('fails within an answer with the code %s', async (code, errorClass) => {
    const error = { message: 'Provider disconnected', code };
    server.answering = (_request, answer) => sendEvents(answer, `data: ${JSON.stringify({ error })}\n\n`);
    expect(await failureOf(open('openai').generate(streamedRequest('hi')))).toMatchObject({ errorClass });
    refuse(200, { error });
    expect(await failureOf(open('openai').generate(modelRequest('hi')))).toMatchObject({ errorClass });
  });
});
