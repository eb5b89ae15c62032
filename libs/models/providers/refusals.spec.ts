import { FixedClock } from '#config';
import { LocalServer } from '../../../test/harness/local-server.ts';
import { KeyStates } from '../keys/key-states.ts';
import type { KeyedProvider } from '../language-model.ts';
import { failureOf, modelRequest, streamedRequest } from '../testing/model-request.fixture.ts';
import { sendEvents } from '../testing/provider-answers.ts';
import { openAdapter } from './adapters.ts';

/** One refusal a line: the kind that is expected, the provider, the status, the code and the message. */
const REFUSALS = `
  content openai 403 - Your chosen model requires moderation and your input was flagged
  content openai 403 content_policy_violation Flagged: "Your API key"
  content openai 400 invalid_prompt Invalid prompt
  content openai 403 - no, the text has the word key
  content anthropic 403 permission_error Your message was flagged.
  content anthropic 403 forbidden Request not allowed
  content anthropic 413 request_too_large Too large
  content anthropic 400 invalid_request_error prompt is too long: 250000 tokens > 200000 maximum
  content google 403 - The request was blocked by a policy.
  content openai 413 - Too much
  content openai 429 rate_limit_exceeded Request too large for gpt-4o in organization o on tokens per min (TPM)
  content openai 400 data_inspection_failed Input data may contain inappropriate content.
  content anthropic 400 invalid_request_error input length and max_tokens exceed context limit: 198000 + 8192 > 200000
  form openai 400 - Invalid schema for function 'f': Your credit balance is too low
  form openai 422 - tool_call_id: Your API key
  form anthropic 400 invalid_request_error tool_use.id: String should match pattern
  form google 400 - Function call is missing a thought_signature
  model openai 403 model_not_found Project p does not have access to model m
  model openai 401 key_model_access_denied key not allowed to access model
  model anthropic 403 permission_error Your API key may not use the model m.
  model anthropic 404 not_found_error model: m
  model openai 400 unsupported_value Your organization must be verified to stream this model.
  model openai 400 model_decommissioned The model m has been decommissioned.
  model openai 400 - a/m is not a valid model ID
  model openai 400 - Invalid model: m
  model openai 403 no_access No access to model: m
  model anthropic 403 permission_error Your organization does not have access to model m.
  payment anthropic 400 invalid_request_error Your credit balance is too low to access the Anthropic API.
  payment anthropic 400 invalid_request_error You have reached your specified API usage limits.
  payment anthropic 402 billing_error There is an issue with your billing.
  payment anthropic 400 invalid_request_error You have reached your specified workspace API usage limits.
  payment anthropic 400 invalid_request_error This request would exceed your account's monthly spend limit.
  payment openai 403 - Key limit exceeded (total limit).
  payment openai 403 - Your team t has either used all available credits or reached its monthly spending limit.
  payment openai 412 - Account a is suspended, possibly due to reaching the monthly spending limit
  payment openai 400 Arrearage Access denied, please make sure your account is in good standing.
  payment openai 400 - Budget has been exceeded! Current cost: 2, Max budget: 1
  payment google 403 - Billing account for project 1 is disabled.
  payment openai 429 insufficient_quota You exceeded your current quota
  payment openai 403 - You exceeded your current quota, please check your plan and billing details.
  payment openai 400 - You have exceeded your monthly included credits
  payment google 400 - Your project has run out of credits.
  payment google 403 - Quota exceeded for metric: generate_requests
  payment openai 400 - The monthly quota of this account is exhausted
  form openai 400 - You have exceeded the maximum number of tools
  content openai 403 - no, "You exceeded your current quota" is what he said
  payment openai 400 billing_hard_limit_reached Billing hard limit has been reached
  payment openai 402 - Insufficient Balance
  payment openai 403 - Your newly created team doesn't have any credits yet.
  payment google 403 BILLING_DISABLED This API method requires billing to be enabled.
  payment google 400 - Gemini API free tier is not available in your country.
  key openai 403 ip_not_authorized Your IP is not authorized
  key openai 403 - You have insufficient permissions for this operation. Missing scopes: model.request.
  key anthropic 400 invalid_request_error Your organization has been disabled.
  key google 403 - Method doesn't allow unregistered callers.
  key openai 401 invalid_api_key Incorrect API key provided
  key openai 403 unsupported_country_region_territory Country, region, or territory not supported
  key anthropic 403 permission_error Your API key does not have permission to use the specified resource.
  key anthropic 400 invalid_request_error This organization has been disabled.
  key google 400 API_KEY_INVALID Not valid
  key google 400 - API key not valid. Please pass a valid API key.
  key google 403 SERVICE_DISABLED denied
  key google 403 - Permission denied: Consumer 'api_key:x' has been suspended.
  server openai 503 - flagged, and Your credit balance is too low`;

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

  it.each(REFUSALS.trim().split(/\n\s*/))('refuses %s', async (row) => {
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
