import {
  answerOf,
  failureOf,
  modelRequest,
  streamedRequest,
  weatherTool,
} from '../testing/model-request.fixture.ts';
import { describeNetworkModel } from '../testing/network-model.contract.ts';
import { wholeAnswers } from '../testing/whole-answers.ts';
import type { Wire } from '../testing/wire.ts';
import { sendAnswer } from '../testing/provider-answers.ts';
import type { LocalServer } from '../../../test/harness/local-server.ts';
import { startStrict } from '../../../test/harness/strict/strict-server.ts';
import { AnthropicAnswer } from './anthropic.answer.ts';
import { AnthropicModel } from './anthropic.provider.ts';

const event = (type: string, fields: object = {}) =>
  `event: ${type}\ndata: ${JSON.stringify({ type, ...fields })}\n\n`;
const start = event('message_start', {
  message: {
    id: 'm',
    type: 'message',
    role: 'assistant',
    content: [],
    model: 'm',
    usage: {
      input_tokens: 150,
      cache_creation_input_tokens: 50,
      cache_read_input_tokens: 800,
      output_tokens: 1,
    },
  },
});
const textStart = event('content_block_start', { index: 0, content_block: { type: 'text', text: '' } });
const text = (said: string) =>
  event('content_block_delta', { index: 0, delta: { type: 'text_delta', text: said } });
const end = (stop_reason: string) =>
  event('content_block_stop', { index: 0 }) +
  event('message_delta', { delta: { stop_reason }, usage: { output_tokens: 50, input_tokens: 0 } }) +
  event('message_stop');
const call = (...pieces: string[]) =>
  event('content_block_start', {
    index: 0,
    content_block: { type: 'tool_use', id: 'c1', name: 'get_weather', input: {} },
  }) +
  pieces
    .map((partial_json) =>
      event('content_block_delta', { index: 0, delta: { type: 'input_json_delta', partial_json } }),
    )
    .join('');

const thought = ['Let me ', 'think']
  .map((thinking) => event('content_block_delta', { index: 0, delta: { type: 'thinking_delta', thinking } }))
  .join('');
const failed = (type: string) =>
  start + textStart + text('Half') + event('error', { error: { type, message: 'busy' } });

const wire: Wire = {
  label: 'Anthropic',
  protocol: 'anthropic',
  setting: 'ANTHROPIC_API_KEY',
  id: 'claude-opus-4-6',
  open: (settings) => new AnthropicModel(settings),
  whole: wholeAnswers.anthropic,
  sendsParsedCalls: true,
  path: '',
  cacheWrite: { cacheWriteTokens: 50 },
  keyOf: ({ authorization }) => String(authorization).replace('Bearer ', ''),
  beginning: (said) => start + textStart + text(said),
  answer: (said) => start + textStart + text(said) + end('end_turn'),
  malformedCall: start + call('{"city"', ': "Pap') + end('tool_use'),
  beginningUnseen:
    start +
    textStart +
    text('Well, ') +
    event('content_block_start', { index: 0, content_block: { type: 'thinking', thinking: '' } }) +
    thought +
    call('{"city": "Pa', 'phos'),
  thoughtful:
    start +
    event('content_block_start', { index: 0, content_block: { type: 'thinking', thinking: '' } }) +
    thought +
    event('content_block_start', { index: 1, content_block: { type: 'text', text: 'It is' } }) +
    event('content_block_start', { index: 2, content_block: { type: 'thinking', thinking: 'Again' } }) +
    event('content_block_start', { index: 3, content_block: { type: 'text', text: '' } }) +
    event('content_block_delta', { index: 3, delta: { type: 'text_delta', text: ' warm.' } }) +
    end('end_turn'),
};

describeNetworkModel(wire);

describe('Anthropic', () => {
  let server: LocalServer;
  let sent: Record<string, unknown>;
  let events: string;
  const model = () => new AnthropicModel({ apiKeys: ['k'], baseUrl: server.url });

  beforeEach(async () => {
    server = await startStrict('anthropic', (incoming, answer) => {
      sent = JSON.parse(incoming.body) as typeof sent;
      sendAnswer(incoming, answer, events, wholeAnswers.anthropic);
    });
  });
  afterEach(() => server.stop());

  it.each([
    ['refusal', 'refusal'],
    ['max_tokens', 'length'],
    ['model_context_window_exceeded', 'length'],
    ['stop_sequence', 'stop'],
    ['something_new', 'stop'],
  ])('maps the stop reason %s to %s', async (reason, finishReason) => {
    events = start + textStart + text('No') + end(reason);
    expect(await answerOf(model(), 'hi')).toMatchObject({ text: 'No', finishReason });
  });

  it('answers by schema through a tool requested in the prompt, since forced tool use is not allowed', async () => {
    events = start + call('{"city":', '"Paphos"}') + end('tool_use');
    const schema = { type: 'object', properties: { city: { type: 'string' } } };
    const result = await answerOf(model(), 'hi', { responseSchema: { name: 'get_weather', schema } });
    expect(result).toMatchObject({ text: '{"city":"Paphos"}', toolCalls: [], finishReason: 'stop' });
    expect(sent).toMatchObject({
      system: expect.stringContaining('calling the tool get_weather'),
      tools: [{ name: 'get_weather', input_schema: schema }],
    });
  });

  it.each<[unknown, object]>([
    ['Hello', { text: 'Hello' }],
    [
      [
        { type: 'thinking', thinking: null },
        { type: 'text', text: null },
        { type: 'text', text: 'Hello' },
      ],
      { text: 'Hello' },
    ],
    [
      [{ type: 'tool_use', id: 'c', name: 'functions.get_weather:0', input: '{"city":"Paphos"}' }],
      { toolCalls: [{ id: 'c', name: 'get_weather', arguments: { city: 'Paphos' } }] },
    ],
  ])('reads the content %j of a compatible server', async (content, expected) => {
    server.answering = (_incoming, answer) =>
      answer
        .writeHead(200, { 'content-type': 'application/json' })
        .end(JSON.stringify({ type: 'message', content }));
    expect(await model().generate(modelRequest('hi', { tools: [weatherTool] }))).toMatchObject(expected);
  });

  it('counts unreported tokens, and ignores unknown events', async () => {
    const silentStart = event('message_start', {
      message: { id: 'm', type: 'message', role: 'assistant', content: [], model: 'm' },
    });
    events =
      silentStart +
      event('ping') +
      event('something_new', { index: 0 }) +
      textStart +
      text('Hello there') +
      event('content_block_stop', { index: 0 }) +
      event('message_delta', { delta: { stop_reason: 'end_turn' } }) +
      event('message_stop');
    const { usage, ...result } = await answerOf(model(), 'hi');
    expect(result).toMatchObject({ text: 'Hello there', finishReason: 'stop' });
    expect(usage).toEqual({ promptTokens: expect.any(Number), cachedTokens: 0, completionTokens: 2 });
  });

  it.each([
    ['a call that breaks off in its arguments', start + call('{"city"')],
    ['an answer whose end is not sent', start + textStart + text('Hi')],
    ['nothing but its beginning', start],
    ['an overload', failed('overloaded_error'), 'UNAVAILABLE'],
    ['a limited rate', failed('rate_limit_error'), 'RATE_LIMITED'],
    ['an error', failed('api_error'), 'UNAVAILABLE'],
  ])('treats %s as a broken answer', async (_what, sentEvents, errorClass = 'BROKEN_STREAM') => {
    events = sentEvents;
    expect(await failureOf(model().generate(streamedRequest('hi')))).toMatchObject({ errorClass });
  });

  it('accepts an answer without content', async () => {
    events = start + event('message_delta', { delta: { stop_reason: 'end_turn' } }) + event('message_stop');
    expect(await answerOf(model(), 'hi')).toMatchObject({ text: '', finishReason: 'stop' });
  });
});

/** A text is a delta if it begins with a brace, else the id, name and input of a block that begins. */
it.each([
  ['a {"n":1}, b {"n":2}', '1 a', '{"n":1}', '2 b', '{"n":2}'],
  ['a {"n":1}, b {"n":2}', ' a', '{"n":1}', ' b', '{"n":2}'],
  ['a {"n":1}, b {"n":2}', '1 a', '{"n":1}', '1 b', '{"n":2}'],
  ['a {"n":1}', '1 a', '1 a', '{"n":1}'],
  ['a {"n":1}', '1 a', '{"n":', '{"n":1}'],
  ['a {"n":1}', '1 a {"n":1}', '{ }'],
  ['a {"n":1}', '1 a {"n":1}', '{"n":1}'],
  ['a {}, b {}', '1 a', '{}', '2 b'],
])('reads the calls %s of blocks without numbers', (calls, ...texts) => {
  const answer = new AnthropicAnswer();
  for (const text of texts) {
    const [id, name, input = '{}'] = text.split(' ');
    const block = { type: 'tool_use', id, name, input: JSON.parse(input) as object };
    const piece = { type: 'content_block_delta', delta: { type: 'input_json_delta', partial_json: text } };
    const begins = { type: 'content_block_start', content_block: block };
    answer.add({ index: 0, ...(text.startsWith('{') ? piece : begins) } as never);
  }
  const { toolCalls } = answer.result({ promptTokens: 1, cachedTokens: 0, completionTokens: 1 });
  expect(toolCalls.map(({ name, arguments: given }) => `${name} ${JSON.stringify(given)}`).join(', ')).toBe(
    calls,
  );
});
