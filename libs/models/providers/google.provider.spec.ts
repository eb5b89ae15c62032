import { answerOf, failureOf, streamedRequest, weatherTool } from '../testing/model-request.fixture.ts';
import { describeNetworkModel } from '../testing/network-model.contract.ts';
import { wholeAnswers } from '../testing/whole-answers.ts';
import type { Wire } from '../testing/wire.ts';
import { sendAnswer } from '../testing/provider-answers.ts';
import type { LocalServer } from '../../../test/harness/local-server.ts';
import { signatureOf } from '../../../test/harness/strict/gemini.rules.ts';
import { startStrict } from '../../../test/harness/strict/strict-server.ts';
import { GoogleModel } from './google.provider.ts';

const chunk = (parts: object[], finishReason?: string, more: object = {}) =>
  `data: ${JSON.stringify({
    candidates: [{ content: { role: 'model', parts }, index: 0, ...(finishReason && { finishReason }) }],
    ...more,
  })}\n\n`;
const usageMetadata = {
  promptTokenCount: 1_000,
  cachedContentTokenCount: 800,
  candidatesTokenCount: 20,
  thoughtsTokenCount: 30,
};

const wire: Wire = {
  label: 'Google',
  protocol: 'google',
  setting: 'GOOGLE_API_KEY',
  id: 'gemini-3.5-flash-lite',
  open: (settings) => new GoogleModel(settings),
  whole: wholeAnswers.google,
  path: '',
  keyOf: (headers) => String(headers['x-goog-api-key']),
  beginning: (text) => chunk([{ text }]),
  answer: (text) => chunk([{ text }], 'STOP', { usageMetadata }),
  beginningUnseen:
    chunk([{ text: 'Well, ' }]) +
    chunk([{ text: 'Let me ', thought: true }]) +
    chunk([{ text: 'think', thought: true }]) +
    chunk([{ functionCall: { name: 'get_weather', args: { city: 'Paphos' } } }]),
  thoughtful:
    chunk([{ text: 'Let me ', thought: true }]) +
    chunk([{ text: 'think', thought: true }, { text: 'It is' }]) +
    chunk([{ text: 'Again', thought: true }]) +
    chunk([{ text: ' warm.' }], 'STOP', { usageMetadata }),
};

describeNetworkModel(wire);

describe('Google', () => {
  let server: LocalServer;
  let sent: { contents: object[]; generationConfig?: object; tools?: object[] };
  let events: string;
  const model = () => new GoogleModel({ apiKeys: ['k'], baseUrl: server.url });

  beforeEach(async () => {
    server = await startStrict('google', (incoming, answer) => {
      sent = JSON.parse(incoming.body) as typeof sent;
      sendAnswer(incoming, answer, events, wholeAnswers.google);
    });
  });
  afterEach(() => server.stop());

  it.each([
    ...['SAFETY', 'PROHIBITED_CONTENT', 'RECITATION', 'BLOCKLIST', 'SPII', 'OTHER'].map((reason) =>
      chunk([], reason),
    ),
    `data: ${JSON.stringify({ promptFeedback: { blockReason: 'SAFETY' } })}\n\n`,
  ])('reports %j as a refusal', async (filtered) => {
    events = filtered;
    expect((await answerOf(model(), 'hi')).finishReason).toBe('refusal');
  });

  it('reads a call with its namespace and with its arguments as text', async () => {
    events = chunk(
      [{ functionCall: { name: 'default_api.get_weather', args: '{"city":"Paphos"}' } }],
      'STOP',
    );
    expect((await answerOf(model(), 'hi', { tools: [weatherTool] })).toolCalls).toMatchObject([
      { name: 'get_weather', arguments: { city: 'Paphos' } },
    ]);
  });

  it('sends back the thought signature of a call, and groups the results of one round in one message', async () => {
    const functionCall = { name: 'get_weather', args: { city: 'Paphos' } };
    const thoughtSignature = signatureOf(wire.id);
    events = chunk([{ functionCall, thoughtSignature }, { functionCall }], 'STOP');
    const { toolCalls } = await answerOf(model(), 'hi', { model: wire.id, tools: [weatherTool] });
    expect(toolCalls.map(({ signature }) => signature)).toEqual([thoughtSignature, undefined]);
    expect(new Set(toolCalls.map(({ id }) => id)).size).toBe(2);
    events = wire.answer('21');
    await model().generate(
      streamedRequest('', {
        model: wire.id,
        messages: [
          { role: 'user', text: 'hi' },
          { role: 'assistant', text: '', toolCalls },
          ...toolCalls.map(({ id, name }) => ({ role: 'tool' as const, toolCallId: id, name, text: 'warm' })),
        ],
      }),
    );
    expect(sent.contents).toMatchObject([
      { role: 'user' },
      { role: 'model', parts: [{ functionCall, thoughtSignature }, { functionCall }] },
      {
        role: 'user',
        parts: [
          { functionResponse: { name: 'get_weather', response: { output: 'warm' } } },
          { functionResponse: { name: 'get_weather', response: { output: 'warm' } } },
        ],
      },
    ]);
  });

  it('requests an answer that matches a schema', async () => {
    events = wire.answer('{"agent":"searcher"}');
    const schema = { type: 'object', properties: { agent: { type: 'string' } }, required: ['agent'] };
    await model().generate(streamedRequest('hi', { responseSchema: { name: 'choice', schema } }));
    expect(sent.generationConfig).toEqual({
      responseMimeType: 'application/json',
      responseJsonSchema: schema,
    });
  });

  it.each([
    ['an unknown finish reason', chunk([{ text: 'Hi' }], 'SOMETHING_NEW'), 'Hi', 'stop'],
    ['the finish reason MAX_TOKENS', chunk([{ text: 'Hi' }], 'MAX_TOKENS'), 'Hi', 'length'],
    ['an empty answer', chunk([], 'STOP'), '', 'stop'],
  ])('accepts %s, and counts unreported tokens', async (_what, sentEvents, text, reason) => {
    events = sentEvents;
    const { usage, ...result } = await answerOf(model(), 'hi');
    expect(result).toMatchObject({ text, finishReason: reason });
    expect(usage.promptTokens).toBeGreaterThan(2);
  });

  it.each([
    ['no candidate', `data: ${JSON.stringify({ candidates: [] })}\n\n`],
    ['a malformed call', chunk([], 'MALFORMED_FUNCTION_CALL'), 'UNREADABLE'],
    ['a call without an end', chunk([{ functionCall: { name: 'get_weather', args: { city: 'Paphos' } } }])],
    ['an error', wire.beginning('Half') + 'data: {"error":{"code":503,"message":"no"}}\n\n', 'UNAVAILABLE'],
  ])('treats %s as a broken answer', async (_what, sentEvents, errorClass = 'BROKEN_STREAM') => {
    events = sentEvents;
    expect(await failureOf(model().generate(streamedRequest('hi')))).toMatchObject({ errorClass });
  });
});
