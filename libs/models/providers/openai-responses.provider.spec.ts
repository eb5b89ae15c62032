import { startStrict } from '../../../test/harness/strict/strict-server.ts';
import { answerOf, failureOf, streamedRequest } from '../testing/model-request.fixture.ts';
import { describeNetworkModel } from '../testing/network-model.contract.ts';
import { sendAnswer } from '../testing/provider-answers.ts';
import type { Wire } from '../testing/wire.ts';
import { isOpenAi, OpenAiResponsesModel } from './openai-responses.provider.ts';

type Item = { type: string; pieces?: string[] } & Record<string, unknown>;
const event = (type: string, fields: object) =>
  `event: ${type}\ndata: ${JSON.stringify({ type, ...fields })}\n\n`;
const usage = {
  input_tokens: 1_000,
  input_tokens_details: { cached_tokens: 800, cache_write_tokens: 100 },
  output_tokens: 50,
  total_tokens: 1_050,
};
const message = (...pieces: string[]): Item => ({ type: 'message', pieces });
const thought = (...pieces: string[]): Item => ({ type: 'reasoning', pieces });
const call = (...pieces: string[]): Item => ({
  type: 'function_call',
  call_id: 'c1',
  name: 'get_weather',
  pieces,
});

const delta: Record<string, string> = {
  message: 'response.output_text.delta',
  reasoning: 'response.reasoning_summary_text.delta',
  function_call: 'response.function_call_arguments.delta',
};
const beginningOf = ({ pieces = [], ...item }: Item) =>
  event('response.output_item.added', { item }) +
  pieces.map((piece) => event(delta[item.type] ?? '', { delta: piece })).join('');
const wholeOf = ({ pieces = [], ...item }: Item) => {
  const text = pieces.join('');
  if (item.type === 'function_call') return { ...item, arguments: text };
  if (item.type === 'reasoning') return { ...item, summary: [{ type: 'summary_text', text }] };
  return { ...item, content: [{ type: 'output_text', text }] };
};
const answer = (items: Item[], end: object = { status: 'completed' }) =>
  items
    .map((item) => beginningOf(item) + event('response.output_item.done', { item: wholeOf(item) }))
    .join('') + event('response.completed', { response: { output: items.map(wholeOf), usage, ...end } });
/** The body of an answer that is not streamed: the response in its last event. */
const whole = (events: string) => {
  const last = events.trim().split('\n').at(-1) ?? '';
  return JSON.stringify((JSON.parse(last.replace('data: ', '')) as { response: object }).response);
};

const wire: Wire = {
  label: 'OpenAI',
  protocol: 'responses',
  setting: 'OPENAI_API_KEY',
  id: 'gpt-6.1-terra',
  open: (settings) => new OpenAiResponsesModel(settings),
  whole,
  path: '/v1',
  cacheWrite: { cacheWriteTokens: 100 },
  keyOf: ({ authorization }) => String(authorization).replace('Bearer ', ''),
  beginning: (text) => beginningOf(message(text)),
  answer: (text) => answer([message(text)]),
  malformedCall: answer([call('{"city"', ': "Pap')]),
  beginningUnseen: [message('Well, '), thought('Let me ', 'think'), call('{"city": "Pa', 'phos')]
    .map(beginningOf)
    .join(''),
  thoughtful: answer([thought('Let me ', 'think'), message('It is'), thought('Again'), message(' warm.')]),
};

describeNetworkModel(wire);

describe('OpenAI’s Responses API', () => {
  const asked = async (events: string, work: (model: OpenAiResponsesModel) => Promise<void>) => {
    const server = await startStrict('responses', (incoming, response) =>
      sendAnswer(incoming, response, events, whole),
    );
    try {
      await work(new OpenAiResponsesModel({ apiKeys: ['k'], baseUrl: `${server.url}/v1` }));
      return JSON.parse(server.received[0]?.body ?? '') as object;
    } finally {
      await server.stop();
    }
  };

  it.each([
    ['max_output_tokens', 'length'],
    ['content_filter', 'refusal'],
  ])('maps an answer cut by %s to %s', (reason, finishReason) =>
    asked(
      answer([message('Half')], { status: 'incomplete', incomplete_details: { reason } }),
      async (model) => {
        expect(await answerOf(model, 'hi')).toMatchObject({ text: 'Half', finishReason });
      },
    ),
  );

  it('treats a failure within the answer as an outage', () =>
    asked(answer([], { status: 'failed', error: { message: 'busy' } }), async (model) => {
      expect(await failureOf(model.generate(streamedRequest('hi')))).toMatchObject({
        errorClass: 'UNAVAILABLE',
      });
    }));

  it('stores nothing, and requests an answer that matches a schema', async () => {
    const schema = { type: 'object', properties: {} };
    const sent = await asked(answer([message('{}')]), async (model) => {
      await model.generate(
        streamedRequest('hi', { responseSchema: { name: 'choice', schema }, maxOutputTokens: 4 }),
      );
    });
    expect(sent).toMatchObject({
      store: false,
      instructions: 'You help.',
      max_output_tokens: 16,
      text: { format: { type: 'json_schema', name: 'choice', schema, strict: false } },
    });
  });

  it.each([
    [undefined, true],
    ['https://eu.api.openai.com/v1', true],
    ['https://openai.example.com/v1', false],
    ['http://127.0.0.1:4000', false],
  ])('is used for the address %s: %s', (address, expected) => {
    expect(isOpenAi(address)).toBe(expected);
  });
});
