import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import { LLMock } from '@copilotkit/aimock';
import { FixedClock } from '#config';
import { ModelPicture, type BrokenAnswer, type LanguageModel } from '../language-model.ts';
import type { ProviderSettings } from '../providers/keyed-model.ts';
import { CONTRACT, describeLanguageModel } from './language-model.contract.ts';
import { failureOf, modelRequest, streamedRequest, timeTool, weatherTool } from './model-request.fixture.ts';
import { sendAnswer, sendError, sendEvents, sendWhole } from './provider-answers.ts';
import { LocalServer, type ReceivedRequest } from '../../../test/harness/local-server.ts';
import { startStrict } from '../../../test/harness/strict/strict-server.ts';
import type { Wire } from './wire.ts';

const NOW = new Date('2026-11-23T09:00:00Z');

/**
 * Contract of every provider that is called over a network, tested with its real SDK against misbehaving servers. Every
 * promise holds for answers that are streamed and for answers that are requested whole.
 */
export function describeNetworkModel(wire: Wire): void {
  describe.each(['streamed', 'whole'] as const)('an answer that is %s', (way) => {
    const base = way === 'streamed' ? streamedRequest : modelRequest;
    const request: typeof modelRequest = (text, more) => base(text, { model: wire.id, ...more });
    describeOnMock(wire, request);
    describeOnScript(wire, request, way);
  });
}

type Way = 'streamed' | 'whole';

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

  describeLanguageModel(wire.label, () => ({ model, id: wire.id }), request);

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
      [403, 'BAD_REQUEST', 'fail'],
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
  });
}

function describeOnScript(wire: Wire, request: typeof modelRequest, way: Way): void {
  describe(`${wire.label} against a server of our own`, () => {
    let server: LocalServer;
    const send = (incoming: ReceivedRequest, answer: ServerResponse, events: string) =>
      sendAnswer(incoming, answer, events, wire.whole);
    const beginning = way === 'streamed' ? wire.beginning('And so') : '{"id": "c';
    const open = (more: Partial<ProviderSettings> = {}) =>
      wire.open({
        apiKeys: ['one'],
        baseUrl: server.url + wire.path,
        clock: new FixedClock(NOW),
        ...more,
      });

    beforeEach(async () => {
      server = await startStrict(wire.protocol, (incoming, answer) =>
        send(incoming, answer, wire.answer('All fine')),
      );
    });
    afterEach(() => server.stop());

    it('reports what arrived of an interrupted answer', async () => {
      server.answering = (_incoming, answer) => {
        const type = way === 'streamed' ? 'text/event-stream' : 'application/json';
        answer.writeHead(200, { 'content-type': type, 'content-length': '10000' });
        answer.write(way === 'streamed' ? wire.beginningUnseen : beginning, () => answer.destroy());
      };
      const written = way === 'streamed' ? /^Well, Let me think.*get_weather.*Paphos/ : /^$/;
      const broken: BrokenAnswer[] = [];
      const onBrokenOff = (arrived: BrokenAnswer) => broken.push(arrived);
      expect(await failureOf(open().generate(request('hi', { onBrokenOff })))).toMatchObject({
        errorClass: 'BROKEN_STREAM',
      });
      expect(broken).toEqual([expect.objectContaining({ written: expect.stringMatching(written) })]);
    });

    it('reports thoughts in steps, apart from the text', async () => {
      server.answering = (incoming, answer) => send(incoming, answer, wire.thoughtful);
      const { text, thoughts } = await open().generate(request('hi'));
      expect(text).toBe('It is warm.');
      // A whole chat completion has one text of thoughts.
      if (way === 'streamed' || !wire.joinsThoughts) expect(thoughts).toEqual(['Let me think', 'Again']);
      else expect(thoughts).toEqual(['Let me think']);
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

    it('sends pictures, and reads an answer that takes many packets', async () => {
      let sent = '';
      server.answering = (incoming, answer) => {
        sent = incoming.body;
        send(incoming, answer, wire.answer('A cat. '.repeat(20_000)));
      };
      const picture = new ModelPicture('cat.png', 'image/png', 'hash', Buffer.from('the picture'));
      await open().generate(request('', { messages: [{ role: 'user', text: 'Look', parts: [picture] }] }));
      expect(sent).toContain(Buffer.from('the picture').toString('base64'));
      expect(sent).toContain('image/png');
    });

    const { malformedCall } = wire;
    if (malformedCall !== undefined && (way === 'streamed' || !wire.sendsParsedCalls))
      it('keeps arguments that are not JSON', async () => {
        server.answering = (incoming, answer) => send(incoming, answer, malformedCall);
        const result = await open().generate(request('hi', { tools: [weatherTool] }));
        expect(result).toMatchObject({
          finishReason: 'tool_calls',
          toolCalls: [{ name: 'get_weather', arguments: {}, malformed: '{"city": "Pap' }],
        });
      });

    it('treats garbage as a broken answer', async () => {
      for (const rubbish of ['data: {"half": \n\n', '<html>Bad gateway</html>', '', '{}', 'null']) {
        server.answering = (_incoming, answer) =>
          way === 'streamed' ? sendEvents(answer, rubbish) : sendWhole(answer, rubbish);
        expect(await failureOf(open().generate(request('hi')))).toMatchObject({
          errorClass: expect.stringMatching(/^(?:BROKEN_STREAM|UNREADABLE)$/),
        });
      }
    });

    it('refuses an answer of more than 16 MiB, or an event of more than 4', async () => {
      const streamed = `data: ${' '.repeat(4 * 1_024 ** 2)}`;
      const whole = ' '.repeat(16 * 1_024 ** 2) + wire.whole(wire.answer('All fine'));
      server.answering = (_incoming, answer) =>
        way === 'streamed'
          ? void answer.writeHead(200, { 'content-type': 'text/event-stream' }).write(streamed)
          : sendWhole(answer, whole);
      expect(await failureOf(open().generate(request('hi')))).toMatchObject({ errorClass: 'EXCESSIVE' });
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
      const abort = new AbortController();
      server.answering = (incoming, answer) => {
        // The connection may be reset, as data is still unread.
        closed = new Promise((resolve) => incoming.socket.on('close', resolve));
        answer.writeHead(200, { 'content-type': 'application/json' });
        answer.write(beginning, () => abort.abort(new Error('turn cancelled')));
      };
      await expect(open().generate(request('hi', { signal: abort.signal }))).rejects.toThrow(
        'turn cancelled',
      );
      await closed;
    });

    it.each([
      ['before an answer', false],
      ['during an answer', true],
    ])('times out after the silence limit %s, and closes the connection', async (_when, begun) => {
      let closed: Promise<unknown> | undefined;
      server.answering = (incoming, answer) => {
        closed = once(incoming.socket, 'close');
        if (begun) answer.writeHead(200, { 'content-type': 'application/json' }).write(beginning);
      };
      const error = await failureOf(open({ silenceLimitMs: 100 }).generate(request('hi')));
      expect(error).toMatchObject({ errorClass: 'TIMEOUT', retry: 'retry' });
      await closed;
    });

    it('reports a server that does not listen', async () => {
      const gone = await LocalServer.start(() => {});
      await gone.stop();
      expect(await failureOf(open({ baseUrl: gone.url + wire.path }).generate(request('hi')))).toMatchObject({
        errorClass: 'UNAVAILABLE',
        retry: 'retry',
        message: expect.stringMatching(/cannot be reached .*: ECONNREFUSED$/),
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
        else send(incoming, answer, wire.answer(key));
      };
      expect((await open({ apiKeys: ['one', 'two'] }).generate(request('hi'))).text).toBe('two');
    });
  });
}
