import { createServer, type Server } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { LLMock } from '@copilotkit/aimock';
import type { GenerateRequest } from '../language-model.ts';
import { ModelError } from '../model.errors.ts';
import { OpenAiModel } from './openai.provider.ts';

const facts: GenerateRequest['facts'] = {
  orgId: 'org',
  pack: 'test',
  agent: 'agent',
  contactId: null,
  conversationId: null,
  userId: null,
  channel: 'chat',
  language: 'en',
  timezone: 'UTC',
  now: new Date('2026-11-23T09:00:00Z'),
};
const tool = (name: string) => ({
  name,
  description: `Does ${name}`,
  parameters: { type: 'object', properties: { city: { type: 'string' } } },
});

function request(text: string, more: Partial<GenerateRequest> = {}): GenerateRequest {
  return {
    model: 'gpt-4.1',
    system: 'You help.',
    messages: [{ role: 'user', text }],
    tools: [],
    signal: new AbortController().signal,
    facts,
    ...more,
  };
}

async function failure(promise: Promise<unknown>): Promise<ModelError> {
  const error: unknown = await promise.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(ModelError);
  return error as ModelError;
}

describe('OpenAiModel against aimock', () => {
  const mock = new LLMock({ port: 0, logLevel: 'silent' });
  let model: OpenAiModel;

  beforeAll(async () => {
    await mock.start();
    model = new OpenAiModel({ apiKeys: ['test-key', 'second'], baseUrl: `${mock.url}/v1` });
  });
  afterEach(() => {
    mock.reset();
  });
  afterAll(() => mock.stop());

  it('streams text and reports usage with cached tokens', async () => {
    mock.onMessage('hello', {
      content: 'Good morning to all of you.',
      usage: { prompt_tokens: 120, completion_tokens: 7, prompt_tokens_details: { cached_tokens: 100 } },
    }, { chunkSize: 5 }); // prettier-ignore
    const pieces: string[] = [];
    const result = await model.generate(request('hello', { onText: (piece) => pieces.push(piece) }));
    expect(result).toEqual({
      text: 'Good morning to all of you.',
      toolCalls: [],
      usage: { promptTokens: 120, cachedTokens: expect.any(Number), completionTokens: 7 },
      finishReason: 'stop',
    });
    expect(pieces.length).toBeGreaterThan(1);
    expect(pieces.join('')).toBe(result.text);
    const sent = mock.getLastRequest();
    expect(sent?.body).toMatchObject({ stream: true, stream_options: { include_usage: true } });
  });

  it('asks for one tool call', async () => {
    mock.onMessage('weather', {
      toolCalls: [{ id: 'c1', name: 'get_weather', arguments: { city: 'Paphos' } }],
    });
    const result = await model.generate(request('weather', { tools: [tool('get_weather')] }));
    expect(result.finishReason).toBe('tool_calls');
    expect(result.toolCalls).toEqual([{ id: 'c1', name: 'get_weather', arguments: { city: 'Paphos' } }]);
  });

  it('puts several calls of one answer together', async () => {
    mock.onMessage('compare', {
      toolCalls: [
        { id: 'c1', name: 'get_weather', arguments: { city: 'Paphos, that is a longer name' } },
        { id: 'c2', name: 'get_weather', arguments: { city: 'Larnaca' } },
        { id: 'c3', name: 'get_time', arguments: {} },
      ],
    }, { chunkSize: 3 }); // prettier-ignore
    const result = await model.generate(
      request('compare', { tools: [tool('get_weather'), tool('get_time')] }),
    );
    expect(result.toolCalls.map((call) => [call.id, call.name, call.arguments])).toEqual([
      ['c1', 'get_weather', { city: 'Paphos, that is a longer name' }],
      ['c2', 'get_weather', { city: 'Larnaca' }],
      ['c3', 'get_time', {}],
    ]);
  });

  it('hands tool results back', async () => {
    mock.on({ toolCallId: 'c1', toolResultContains: '21' }, { content: 'It is 21 degrees.' });
    const result = await model.generate(
      request('weather', {
        tools: [tool('get_weather')],
        messages: [
          { role: 'user', text: 'weather' },
          {
            role: 'assistant',
            text: '',
            toolCalls: [{ id: 'c1', name: 'get_weather', arguments: { city: 'Paphos' } }],
          },
          {
            role: 'tool',
            toolCallId: 'c1',
            name: 'get_weather',
            text: '{"success":true,"data":{"degrees":21}}',
          },
        ],
      }),
    );
    expect(result.text).toBe('It is 21 degrees.');
  });

  it('says when the answer was cut, refused, or has to fit a schema', async () => {
    mock.onMessage('long', { content: 'It goes on and', finishReason: 'length' });
    mock.onMessage('bad', { content: '', finishReason: 'content_filter' });
    mock.on({ userMessage: 'shape', responseFormat: 'json_schema' }, { content: '{"agent":"searcher"}' });
    expect((await model.generate(request('long', { maxOutputTokens: 4 }))).finishReason).toBe('length');
    expect((await model.generate(request('bad'))).finishReason).toBe('refusal');
    const schema = { type: 'object', properties: { agent: { type: 'string' } } };
    const shaped = await model.generate(request('shape', { responseSchema: { name: 'choice', schema } }));
    expect(JSON.parse(shaped.text)).toEqual({ agent: 'searcher' });
  });

  it('keeps arguments that are no JSON', async () => {
    mock.onMessage('broken', { toolCalls: [{ id: 'c1', name: 'get_weather', arguments: '{"city": "Pap' }] });
    const result = await model.generate(request('broken', { tools: [tool('get_weather')] }));
    expect(result.toolCalls).toEqual([
      { id: 'c1', name: 'get_weather', arguments: {}, malformed: '{"city": "Pap' },
    ]);
  });

  it.each([
    [400, 'BAD_REQUEST', false],
    [401, 'KEY_REJECTED', false],
    [403, 'KEY_REJECTED', false],
    [408, 'TIMEOUT', true],
    [429, 'RATE_LIMITED', true],
    [500, 'UNAVAILABLE', true],
    [503, 'UNAVAILABLE', true],
  ])('status %d is %s', async (status, errorClass, transient) => {
    mock.onMessage('fail', { error: { message: 'no, test-key' }, status, retryAfter: 7 });
    const before = mock.getRequests().length;
    const error = await failure(model.generate(request('fail')));
    expect(error).toMatchObject({ errorClass, retry: transient ? 'retry' : 'fail', options: { status } });
    // Each of the two keys may be the one that is let through.
    expect(mock.getRequests().length - before).toBe([401, 403, 429].includes(status) ? 2 : 1);
    if (status === 429) expect(error.options.retryAfterMs).toBe(7_000);
    if (errorClass === 'KEY_REJECTED')
      expect(error.message).toBe(`OpenAI rejected the key with status ${status}: check OPENAI_API_KEY.`);
  });

  it('notices a stream that breaks off', async () => {
    mock.onMessage(
      'cut',
      { content: 'One two three four five six seven eight' },
      { chunkSize: 4, truncateAfterChunks: 3, latency: 5 },
    );
    expect(await failure(model.generate(request('cut')))).toMatchObject({
      errorClass: 'BROKEN_STREAM',
      retry: 'retry',
    });
  });

  it('does not call without a key', async () => {
    const error = await failure(new OpenAiModel({ apiKeys: [] }).generate(request('hello')));
    expect(error).toMatchObject({
      errorClass: 'NOT_CONFIGURED',
      message: 'OpenAI is not configured: set OPENAI_API_KEY.',
    });
  });
});

describe('OpenAiModel and a server that never answers', () => {
  let server: Server;
  let baseUrl: string;

  beforeEach(async () => {
    server = createServer(() => undefined).listen(0, '127.0.0.1');
    await once(server, 'listening');
    baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`;
  });
  afterEach(() => {
    server.closeAllConnections();
    server.close();
  });

  it('closes the connection when the caller aborts, and throws the reason', async () => {
    const abort = new AbortController();
    const generated = new OpenAiModel({ apiKeys: ['k'], baseUrl }).generate(
      request('hi', { signal: abort.signal }),
    );
    const [incoming] = (await once(server, 'request')) as [import('node:http').IncomingMessage];
    const closed = once(incoming.socket, 'close');
    abort.abort(new Error('turn cancelled'));
    await expect(generated).rejects.toThrow('turn cancelled');
    await closed;
  });

  it('gives up after the silence limit', async () => {
    const model = new OpenAiModel({ apiKeys: ['k'], baseUrl, silenceLimitMs: 50 });
    expect(await failure(model.generate(request('hi')))).toMatchObject({
      errorClass: 'TIMEOUT',
      retry: 'retry',
    });
  });

  it('says when nothing listens', async () => {
    server.closeAllConnections();
    server.close();
    await once(server, 'close');
    const error = await failure(new OpenAiModel({ apiKeys: ['k'], baseUrl }).generate(request('hi')));
    expect(error).toMatchObject({ errorClass: 'UNAVAILABLE', retry: 'retry' });
  });
});

describe('OpenAiModel with several keys', () => {
  let server: Server;
  let baseUrl: string;
  let refused: Record<string, number>;
  let asked: string[];

  beforeEach(async () => {
    refused = {};
    asked = [];
    server = createServer((incoming, answer) => {
      const key = incoming.headers.authorization?.replace('Bearer ', '') ?? '';
      asked.push(key);
      const status = refused[key];
      if (status !== undefined) {
        answer.writeHead(status, { 'content-type': 'application/json' }).end('{"error":{"message":"no"}}');
        return;
      }
      const chunk = { id: 'c', object: 'chat.completion.chunk', created: 0, model: 'm' };
      const choice = { index: 0, delta: { role: 'assistant', content: key }, finish_reason: 'stop' };
      answer.writeHead(200, { 'content-type': 'text/event-stream' });
      answer.end(`data: ${JSON.stringify({ ...chunk, choices: [choice] })}\n\ndata: [DONE]\n\n`);
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`;
  });
  afterEach(() => {
    server.closeAllConnections();
    server.close();
  });

  it.each([429, 401, 403])('goes on with the next after %d, and stays with it', async (status) => {
    refused = { one: status };
    const model = new OpenAiModel({ apiKeys: ['one', 'two', 'three'], baseUrl });
    expect((await model.generate(request('hi'))).text).toBe('two');
    expect((await model.generate(request('hi'))).text).toBe('two');
    expect(asked).toEqual(['one', 'two', 'two']);
    refused = { two: 429, three: 429 };
    expect((await model.generate(request('hi'))).text).toBe('one');
  });

  it('tries each once, and says that it may be tried again when one of them is only limited', async () => {
    refused = { one: 429, two: 401 };
    const model = new OpenAiModel({ apiKeys: ['one', 'two'], baseUrl });
    expect(await failure(model.generate(request('hi')))).toMatchObject({ errorClass: 'RATE_LIMITED' });
    expect(asked).toEqual(['one', 'two']);
    refused = { one: 401, two: 403 };
    expect(await failure(model.generate(request('hi')))).toMatchObject({ errorClass: 'KEY_REJECTED' });
  });

  it('does not try another for a request that is wrong', async () => {
    refused = { one: 400 };
    const model = new OpenAiModel({ apiKeys: ['one', 'two'], baseUrl });
    expect(await failure(model.generate(request('hi')))).toMatchObject({ errorClass: 'BAD_REQUEST' });
    expect(asked).toEqual(['one']);
  });
});
