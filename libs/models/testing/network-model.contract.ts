import { once } from 'node:events';
import { LLMock } from '@copilotkit/aimock';
import { FixedClock } from '#config';
import { ModelPicture, type BrokenAnswer, type LanguageModel } from '../language-model.ts';
import type { ProviderSettings } from '../providers/keyed-model.ts';
import { CONTRACT, describeLanguageModel } from './language-model.contract.ts';
import { failureOf, modelRequest, timeTool, weatherTool } from './model-request.fixture.ts';
import { sendError, sendEvents } from './provider-answers.ts';
import { LocalServer } from '../../../test/harness/local-server.ts';
import type { Wire } from './wire.ts';

const NOW = new Date('2026-11-23T09:00:00Z');

/** Contract of every provider that is called over a network, tested with its real SDK against misbehaving servers. */
export function describeNetworkModel(wire: Wire): void {
  const request: typeof modelRequest = (text, more) => modelRequest(text, { model: wire.id, ...more });
  describeOnMock(wire, request);
  describeOnScript(wire, request);
}

function describeOnMock(wire: Wire, request: typeof modelRequest): void {
  const mock = new LLMock({ port: 0, logLevel: 'silent' });
  let model: LanguageModel;

  beforeAll(async () => {
    await mock.start();
    model = wire.open({ apiKeys: ['test-key'], baseUrl: mock.url + wire.path });
  });
  beforeEach(() => {
    const usage = { prompt_tokens: 120, completion_tokens: 7, input_tokens: 120, output_tokens: 7 };
    mock.on({ toolResultContains: '21', hasToolResult: true }, { content: 'It is 21 degrees.', usage });
    mock.onMessage(CONTRACT.call, {
      toolCalls: [{ id: 'c1', name: 'get_weather', arguments: { city: 'Paphos' } }],
    });
    mock.onMessage(
      CONTRACT.text,
      { content: 'Good morning to all of you, wherever you are.', usage },
      {
        chunkSize: 5,
      },
    );
  });
  afterEach(() => mock.reset());
  afterAll(() => mock.stop());

  describeLanguageModel(wire.label, () => ({ model, id: wire.id }));

  describe(`${wire.label} against aimock`, () => {
    it('assembles several calls of one answer', async () => {
      mock.onMessage(
        'compare',
        {
          toolCalls: [
            { id: 'c1', name: 'get_weather', arguments: { city: 'Paphos, that is a longer name' } },
            { id: 'c2', name: 'get_weather', arguments: { city: 'Larnaca' } },
            { id: 'c3', name: 'get_time', arguments: {} },
          ],
        },
        { chunkSize: 3 },
      );
      const result = await model.generate(request('compare', { tools: [weatherTool, timeTool] }));
      expect(result.toolCalls.map(({ name, arguments: input }) => [name, input])).toEqual([
        ['get_weather', { city: 'Paphos, that is a longer name' }],
        ['get_weather', { city: 'Larnaca' }],
        ['get_time', {}],
      ]);
    });

    it('reports a truncated answer', async () => {
      mock.onMessage('long', { content: 'It goes on and', finishReason: 'length' });
      expect(await model.generate(request('long', { maxOutputTokens: 4 }))).toMatchObject({
        text: 'It goes on and',
        finishReason: 'length',
      });
    });

    it.each([
      [400, 'BAD_REQUEST', 'fail'],
      [401, 'KEY_REJECTED', 'fail'],
      [403, 'KEY_REJECTED', 'fail'],
      [402, 'RATE_LIMITED', 'retry'],
      [404, 'NOT_CONFIGURED', 'fail'],
      [408, 'TIMEOUT', 'retry'],
      [429, 'RATE_LIMITED', 'retry'],
      [500, 'UNAVAILABLE', 'retry'],
      [503, 'UNAVAILABLE', 'retry'],
      [529, 'UNAVAILABLE', 'retry'],
    ])('maps status %d to %s without a retry', async (status, errorClass, retry) => {
      const fresh = wire.open({ apiKeys: ['test-key'], baseUrl: mock.url + wire.path });
      mock.onMessage('fail', { error: { message: 'no, test-key' }, status, retryAfter: 7 });
      const before = mock.getRequests().length;
      const error = await failureOf(fresh.generate(request('fail')));
      expect(error).toMatchObject({ errorClass, retry, options: { status } });
      expect(mock.getRequests().length - before).toBe(1);
      expect(error.options.retryAfterMs).toBe(status === 429 ? 7_000 : undefined);
      if (errorClass === 'KEY_REJECTED')
        expect(error.message).toBe(
          `${wire.label} rejected the key with status ${status}: check ${wire.setting}.`,
        );
    });

    it('detects an interrupted stream', async () => {
      mock.onMessage(
        'cut',
        { content: 'One two three four five six seven eight' },
        { chunkSize: 4, truncateAfterChunks: 4, latency: 5 },
      );
      expect(await failureOf(model.generate(request('cut')))).toMatchObject({
        errorClass: 'BROKEN_STREAM',
        retry: 'retry',
      });
    });
  });
}

function describeOnScript(wire: Wire, request: typeof modelRequest): void {
  describe(`${wire.label} against a server of our own`, () => {
    let server: LocalServer;
    const open = (more: Partial<ProviderSettings> = {}) =>
      wire.open({
        apiKeys: ['one'],
        baseUrl: server.url + wire.path,
        clock: new FixedClock(NOW),
        ...more,
      });

    beforeEach(async () => {
      server = await LocalServer.start((_incoming, answer) => sendEvents(answer, wire.answer('All fine')));
    });
    afterEach(() => server.stop());

    it('reports thoughts and the begun call of an interrupted answer', async () => {
      server.answering = (_incoming, answer) => sendEvents(answer, wire.beginningUnseen);
      const broken: BrokenAnswer[] = [];
      const onBrokenOff = (arrived: BrokenAnswer) => broken.push(arrived);
      expect(await failureOf(open().generate(request('hi', { onBrokenOff })))).toMatchObject({
        errorClass: 'BROKEN_STREAM',
      });
      expect(broken).toEqual([
        expect.objectContaining({ unseen: expect.stringMatching(/^Let me think.*get_weather.*Paphos/) }),
      ]);
    });

    it('reports thoughts in steps, apart from the text', async () => {
      server.answering = (_incoming, answer) => sendEvents(answer, wire.thoughtful);
      expect(await open().generate(request('hi'))).toMatchObject({
        text: 'It is warm.',
        thoughts: ['Let me think', 'Again'],
      });
    });

    it('reports cached tokens as part of the input', async () => {
      const result = await open().generate(request('hi'));
      expect(result).toEqual({
        text: 'All fine',
        toolCalls: [],
        usage: { promptTokens: 1_000, cachedTokens: 800, completionTokens: 50, ...wire.cacheWrite },
        finishReason: 'stop',
      });
    });

    it('sends pictures', async () => {
      let sent = '';
      server.answering = ({ body }, answer) => {
        sent = body;
        sendEvents(answer, wire.answer('A cat'));
      };
      const picture = new ModelPicture('cat.png', 'image/png', 'hash', Buffer.from('the picture'));
      await open().generate(request('', { messages: [{ role: 'user', text: 'Look', parts: [picture] }] }));
      expect(sent).toContain(Buffer.from('the picture').toString('base64'));
      expect(sent).toContain('image/png');
    });

    const { malformedCall } = wire;
    if (malformedCall !== undefined)
      it('keeps arguments that are not JSON', async () => {
        server.answering = (_incoming, answer) => sendEvents(answer, malformedCall);
        const result = await open().generate(request('hi', { tools: [weatherTool] }));
        expect(result).toMatchObject({
          finishReason: 'tool_calls',
          toolCalls: [{ name: 'get_weather', arguments: {}, malformed: '{"city": "Pap' }],
        });
      });

    it.each([
      ['seconds', { 'retry-after': '12' }, 12_000],
      ['a date', { 'retry-after': new Date(NOW.getTime() + 30_000).toUTCString() }, 30_000],
      ['a past date', { 'retry-after': new Date(NOW.getTime() - 30_000).toUTCString() }, 0],
      ['nonsense', { 'retry-after': 'soon' }, undefined],
      ['nothing', {}, undefined],
    ])('reads a pause given as %s', async (_kind, headers, expected) => {
      server.answering = (_incoming, answer) => sendError(answer, 429, headers as Record<string, string>);
      const error = await failureOf(open().generate(request('hi')));
      expect(error).toMatchObject({ errorClass: 'RATE_LIMITED', options: { retryAfterMs: expected } });
    });

    it('treats garbage instead of events as a broken answer', async () => {
      for (const rubbish of ['data: {"half": \n\n', '<html>Bad gateway</html>', '']) {
        server.answering = (_incoming, answer) => sendEvents(answer, rubbish);
        expect(await failureOf(open().generate(request('hi')))).toMatchObject({
          errorClass: 'BROKEN_STREAM',
        });
      }
    });

    it('closes the connection and throws the reason when the caller aborts before the answer', async () => {
      server.answering = () => undefined;
      const abort = new AbortController();
      const generated = open().generate(request('hi', { signal: abort.signal }));
      const incoming = await server.nextRequest();
      const closed = once(incoming.socket, 'close');
      abort.abort(new Error('turn cancelled'));
      await expect(generated).rejects.toThrow('turn cancelled');
      await closed;
    });

    it('closes the connection when the caller aborts during the answer', async () => {
      let closed: Promise<unknown> | undefined;
      server.answering = (incoming, answer) => {
        closed = once(incoming.socket, 'close');
        answer.writeHead(200, { 'content-type': 'text/event-stream' }).write(wire.beginning('And so'));
      };
      const abort = new AbortController();
      const onText = () => abort.abort(new Error('turn cancelled'));
      await expect(open().generate(request('hi', { signal: abort.signal, onText }))).rejects.toThrow(
        'turn cancelled',
      );
      await closed;
    });

    it.each([
      ['before an answer', ''],
      ['during an answer', 'And so'],
    ])('times out after the silence limit %s, and closes the connection', async (_when, text) => {
      let closed: Promise<unknown> | undefined;
      server.answering = (incoming, answer) => {
        closed = once(incoming.socket, 'close');
        if (text) answer.writeHead(200, { 'content-type': 'text/event-stream' }).write(wire.beginning(text));
      };
      const error = await failureOf(open({ silenceLimitMs: 100 }).generate(request('hi')));
      expect(error).toMatchObject({ errorClass: 'TIMEOUT', retry: 'retry' });
      await closed;
    });

    it('reports a server that does not listen', async () => {
      const baseUrl = 'http://127.0.0.1:1' + wire.path;
      expect(await failureOf(open({ baseUrl }).generate(request('hi')))).toMatchObject({
        errorClass: 'UNAVAILABLE',
        retry: 'retry',
      });
    });

    it('makes no call without a key', async () => {
      expect(await failureOf(open({ apiKeys: [] }).generate(request('hi')))).toMatchObject({
        errorClass: 'NOT_CONFIGURED',
        message: `${wire.label} is not configured: set ${wire.setting}.`,
      });
      expect(server.received).toEqual([]);
    });

    it('uses the next key after a rate limit', async () => {
      server.answering = (incoming, answer) => {
        const key = wire.keyOf(incoming.headers) ?? '';
        if (key === 'one') sendError(answer, 429, { 'retry-after': '60' });
        else sendEvents(answer, wire.answer(key));
      };
      expect((await open({ apiKeys: ['one', 'two'] }).generate(request('hi'))).text).toBe('two');
    });
  });
}
