import { once } from 'node:events';
import type { Socket } from 'node:net';
import { answerOf, failureOf, streamedRequest } from '../testing/model-request.fixture.ts';
import { describeNetworkModel } from '../testing/network-model.contract.ts';
import { wholeAnswers } from '../testing/whole-answers.ts';
import type { Wire } from '../testing/wire.ts';
import { sendAnswer, sendEvents } from '../testing/provider-answers.ts';
import type { LocalServer } from '../../../test/harness/local-server.ts';
import { startStrict } from '../../../test/harness/strict/strict-server.ts';
import { OpenAiModel } from './openai.provider.ts';

const chunk = (delta: object, finish_reason: string | null = null, more: object = {}) =>
  `data: ${JSON.stringify({
    id: 'c',
    object: 'chat.completion.chunk',
    created: 0,
    model: 'm',
    choices: [{ index: 0, delta, finish_reason }],
    ...more,
  })}\n\n`;
const USAGE = {
  prompt_tokens: 1_000,
  completion_tokens: 50,
  total_tokens: 1_050,
  prompt_tokens_details: { cached_tokens: 800, cache_write_tokens: 100 },
};
const NO_CHOICE = chunk({}, null, { choices: [] });
const END = 'data: [DONE]\n\n';
const beginning = (content: string) => chunk({ role: 'assistant', content });

const wire: Wire = {
  label: 'The server of OPENAI_BASE_URL',
  protocol: 'openai',
  setting: 'OPENAI_API_KEY',
  id: 'gpt-4.1',
  open: (settings) => new OpenAiModel(settings),
  whole: wholeAnswers.openai,
  joinsThoughts: true,
  path: '/v1',
  cacheWrite: { cacheWriteTokens: 100 },
  keyOf: ({ authorization }) => String(authorization).replace('Bearer ', ''),
  beginning,
  answer: (text) =>
    beginning(text) + chunk({}, 'stop') + chunk({}, null, { choices: [], usage: USAGE }) + END,
  malformedCall:
    chunk({ tool_calls: [{ index: 0, id: 'c1', function: { name: 'get_weather', arguments: '{"city"' } }] }) +
    chunk({ tool_calls: [{ index: 0, function: { arguments: ': "Pap' } }] }) +
    chunk({}, 'tool_calls') +
    END,
  beginningUnseen:
    beginning('Well, ') +
    chunk({ reasoning_content: 'Let me ' }) +
    chunk({ reasoning_content: 'think' }) +
    chunk({
      tool_calls: [{ index: 0, id: 'c1', function: { name: 'get_weather', arguments: '{"city": "Pa' } }],
    }) +
    chunk({ tool_calls: [{ index: 0, function: { arguments: 'phos' } }] }),
  thoughtful:
    chunk({ reasoning_content: 'Let me ' }) +
    chunk({ reasoning_content: 'think' }) +
    chunk({ content: 'It is' }) +
    chunk({ reasoning: 'Again' }) +
    chunk({ content: ' warm.' }) +
    chunk({}, 'stop') +
    END,
};

describeNetworkModel(wire);

describe('OpenAI', () => {
  let server: LocalServer;
  let sent: string;
  let events: string;
  const model = () => new OpenAiModel({ apiKeys: ['k'], baseUrl: `${server.url}/v1` });

  beforeEach(async () => {
    server = await startStrict('openai', (incoming, answer) => {
      sent = incoming.body;
      sendAnswer(incoming, answer, events, wholeAnswers.openai);
    });
  });
  afterEach(() => server.stop());

  it.each([
    ['by its words', chunk({ refusal: 'I will not.' }) + chunk({}, 'stop') + END, 'I will not.'],
    ['by its filter', chunk({}, 'content_filter') + END, ''],
  ])('reports a refusal %s', async (_how, refusal, text) => {
    events = refusal;
    expect(await answerOf(model(), 'hi')).toMatchObject({ text, finishReason: 'refusal' });
  });

  it('requests an answer that matches a schema, and the usage', async () => {
    events = wire.answer('{"agent":"searcher"}');
    const schema = { type: 'object', properties: { agent: { type: 'string' } } };
    await model().generate(streamedRequest('hi', { responseSchema: { name: 'choice', schema } }));
    expect(JSON.parse(sent)).toMatchObject({
      stream_options: { include_usage: true },
      response_format: { type: 'json_schema', json_schema: { name: 'choice', schema } },
    });
  });

  it('reads the answer of a server that streams whatever was requested', async () => {
    server.answering = (_incoming, answer) => sendEvents(answer, wire.answer('Hi'));
    expect(await answerOf(model(), 'hi')).toMatchObject({ text: 'Hi', usage: { promptTokens: 1_000 } });
  });

  it('reads the answer of a server that streams nothing', async () => {
    const choices = [{ message: { content: 'Hi' }, finish_reason: 'stop' }];
    server.answering = (_incoming, answer) =>
      answer.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ choices }));
    expect(await answerOf(model(), 'hi')).toMatchObject({ text: 'Hi' });
  });

  describe('with a connection that ends after the answer', () => {
    const open: { socket: Socket; end: () => void }[] = [];
    beforeEach(() => {
      open.length = 0;
      server.answering = ({ socket }, answer) => {
        answer.writeHead(200, { 'content-type': 'text/event-stream' }).write(wire.answer('Hi'));
        open.push({ socket, end: () => answer.end() });
      };
    });

    it('reuses the connection', async () => {
      const keyed = model();
      await keyed.generate(streamedRequest('hi'));
      await keyed.generate(streamedRequest('hi'));
      open.forEach(({ end }) => end());
      await keyed.generate(streamedRequest('hi'));
      expect(open.map(({ socket }) => socket.destroyed)).toEqual([false, false, false]);
    });

    it('closes the connection if it does not end', async () => {
      await model().generate(streamedRequest('hi'));
      await once(open[0]?.socket as Socket, 'close');
    });
  });

  it.each([
    ['an end of an unknown kind', beginning('Hi') + chunk({}, 'eos_token') + END, 'Hi', 'stop'],
    ['an empty answer', chunk({}, 'stop') + END, '', 'stop'],
    ['pieces without choices', NO_CHOICE + beginning('Hi') + chunk({}, 'stop') + END, 'Hi', 'stop'],
    ['the old name of calls', beginning('Hi') + chunk({}, 'function_call') + END, 'Hi', 'tool_calls'],
  ])('accepts %s', async (_what, sentEvents, text, finishReason) => {
    events = sentEvents;
    expect(await answerOf(model(), 'hi')).toMatchObject({ text, finishReason });
  });

  it.each([
    ['no choice at all', NO_CHOICE + END],
    [
      'a call that breaks off in its arguments',
      chunk({ tool_calls: [{ index: 0, id: 'c', function: { name: 'f', arguments: '{"a' } }] }),
    ],
    ['an end with an error', beginning('Half') + chunk({}, 'error') + END],
    ['an error', beginning('Half') + 'data: {"error":{"message":"The server had an error"}}\n\n'],
    ['calls that are no list', chunk({ tool_calls: 7 }) + chunk({}, 'stop') + END, 'UNREADABLE'],
  ])('treats %s as a broken answer', async (_what, sentEvents, errorClass = 'BROKEN_STREAM') => {
    events = sentEvents;
    expect(await failureOf(model().generate(streamedRequest('hi')))).toMatchObject({ errorClass });
  });
});
