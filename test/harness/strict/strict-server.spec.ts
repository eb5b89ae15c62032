import { problemsOf, rulesOf, type Protocol } from './strict-server.ts';

const schema = { type: 'object', properties: {} };
const chatCall = (id: string, name = 'look', json = '{}') => ({
  role: 'assistant',
  content: null,
  tool_calls: [{ id, type: 'function', function: { name, arguments: json } }],
});
const chatTool = (parameters: object = schema, more: object = {}) => ({
  type: 'function',
  function: { name: 'look', parameters, ...more },
});
const user = { role: 'user', content: 'Hi' };
const chat = (call: ReturnType<typeof chatCall>, id = call.tool_calls[0]?.id) => ({
  model: 'gpt-4.1',
  messages: [user, call, { role: 'tool', tool_call_id: id, content: '' }],
  tools: [chatTool()],
});
const chatExamples = (accepted: ReturnType<typeof chat>): Record<string, object> => ({
  'an unanswered call': { messages: [user, accepted.messages[1], user] },
  'a result without a call': { messages: [user, accepted.messages[2]] },
  'a late result': { messages: [...accepted.messages.slice(0, 2), user, accepted.messages[2]] },
  'an invalid name': chat(chatCall('c00010100', 'functions.look')),
  'no message': { messages: [] },
  'content null': { messages: [{ role: 'assistant', content: null }] },
  'an empty part': { messages: [{ role: 'user', content: [{ type: 'text', text: '' }] }] },
  'a picture in a result': {
    messages: [
      ...accepted.messages.slice(0, 2),
      { ...accepted.messages[2], content: [{ type: 'image_url' }] },
    ],
  },
  'no tools in a list': { tools: [] },
  'too many tools': { tools: Array.from({ length: 129 }, () => accepted.tools[0]) },
  'options of a stream': { stream_options: {} },
});

const responsesCall = (call_id: string) => ({
  type: 'function_call',
  call_id,
  name: 'look',
  arguments: '{}',
});
const responsesResult = (call_id: string) => ({ type: 'function_call_output', call_id, output: '' });
const responses = (...input: object[]) => ({ model: 'gpt-6.1-sol', input: [user, ...input] });

const toolUse = (id: string, name = 'look') => ({ type: 'tool_use', id, name, input: {} });
const toolResult = (tool_use_id: string) => ({ type: 'tool_result', tool_use_id, content: '' });
const anthropic = (...messages: object[][]) => ({
  messages: messages.map((content, at) => ({ role: at % 2 === 0 ? 'user' : 'assistant', content })),
});
const hi = { type: 'text', text: 'Hi' };
const anthropicPicture = (data: string) => ({ type: 'image', source: { type: 'base64', data } });
const anthropicTools = (...tools: object[]) => ({
  tools: tools.map((tool) => ({ name: 'look', input_schema: schema, ...tool })),
});

const gemini = (...contents: object[][]) => ({
  contents: contents.map((parts, at) => ({ role: at % 2 === 0 ? 'user' : 'model', parts })),
});
const functionCall = {
  functionCall: { id: '1', name: 'look', args: {} },
  thoughtSignature: 'context_engineering_is_the_way_to_go',
};
const functionResponse = { functionResponse: { id: '1', name: 'look', response: {} } };
const geminiText = { text: 'Hi' };

/** For each protocol, a request that it accepts, and what changes it into requests that it refuses. */
const examples: Record<Protocol, { url?: string; accepted: object; refused: Record<string, object> }> = {
  openai: {
    accepted: chat(chatCall('functions.look:0')),
    refused: {
      ...chatExamples(chat(chatCall('call_1'))),
      'a long id': chat(chatCall('x'.repeat(41))),
      'an empty id': chat(chatCall('')),
      'an open schema in strict mode': { tools: [chatTool(schema, { strict: true })] },
      'a schema without an object': { tools: [chatTool({ type: 'array' })] },
      'an answer without an object': {
        response_format: { type: 'json_schema', json_schema: { name: 'a', schema: { anyOf: [] } } },
      },
      'max_tokens for a reasoning model': { model: 'gpt-5.4-mini', max_tokens: 9 },
      'temperature for a reasoning model': { model: 'gpt-6-luna', tools: undefined, temperature: 0 },
      'functions for a model that reasons': { model: 'gpt-6.1-sol' },
    },
  },
  responses: {
    accepted: responses(responsesCall('functions.look:0'), responsesResult('functions.look:0')),
    refused: {
      'a long id': responses(responsesCall('x'.repeat(65)), responsesResult('x'.repeat(65))),
      'an unanswered call': responses(responsesCall('a')),
      'an id twice': responses(responsesCall('a'), responsesCall('a'), responsesResult('a')),
      'a result without a call': responses(responsesResult('a')),
      'an invalid name': responses({ ...responsesCall('a'), name: 'functions.look' }, responsesResult('a')),
      'no input': { input: [] },
      'an empty text': responses({ role: 'user', content: '' }),
      'a schema that is strict by default': {
        tools: [{ type: 'function', name: 'look', parameters: schema }],
      },
      'too many tools': { tools: Array.from({ length: 129 }, () => ({ name: 'look', strict: false })) },
      'a field of chat completions': { stream_options: {} },
      'a temperature': { temperature: 0 },
      'a limit below the lowest': { max_output_tokens: 15 },
    },
  },
  gateway: {
    accepted: chat(chatCall('c00010100')),
    refused: {
      ...chatExamples(chat(chatCall('c00010100'))),
      'an id of OpenAI': chat(chatCall('call_1')),
      'two users in a row': { messages: [user, user] },
      'a reply first': { messages: [{ role: 'assistant', content: 'Hi' }, user] },
      'a user after results': { messages: [...chat(chatCall('c00010100')).messages, user] },
      'arguments that are not JSON': chat(chatCall('c00010100', 'look', '{"a')),
      'arguments that are a list': chat(chatCall('c00010100', 'look', '[]')),
      'a field of OpenAI': { max_completion_tokens: 9 },
      'strict mode': { tools: [chatTool(schema, { strict: false })] },
    },
  },
  anthropic: {
    accepted: {
      model: 'claude-opus-5-5',
      max_tokens: 9,
      ...anthropic([hi], [toolUse('a')], [toolResult('a')]),
      ...anthropicTools({}),
    },
    refused: {
      'an invalid id': anthropic([hi], [toolUse('a:0')], [toolResult('a:0')]),
      'an invalid name': anthropic([hi], [toolUse('a', 'functions.look')], [toolResult('a')]),
      'an id twice': anthropic([hi], [toolUse('a')], [toolResult('a')], [toolUse('a')], [toolResult('a')]),
      'an unanswered call': anthropic([hi], [toolUse('a')], [hi]),
      'a result without a call': anthropic([hi], [hi], [toolResult('a')]),
      'two results': anthropic([hi], [toolUse('a')], [toolResult('a'), toolResult('a')]),
      'a text before the result': anthropic([hi], [toolUse('a')], [hi, toolResult('a')]),
      'no content': anthropic([]),
      'a blank text': anthropic([{ type: 'text', text: ' \n' }]),
      'a reply first': { messages: [{ role: 'assistant', content: 'Hi' }, user] },
      'a reply last': { messages: [user, { role: 'assistant', content: 'Hi' }] },
      'a tool twice': anthropicTools({}, {}),
      'a schema with alternatives': anthropicTools({ input_schema: { ...schema, anyOf: [] } }),
      'calls without tools': { tools: undefined },
      'forced tool use': { tool_choice: { type: 'any' } },
      'a temperature': { temperature: 0 },
      'thinking switched off': { thinking: { type: 'disabled' } },
      'a thought of another model': anthropic(
        [hi],
        [{ type: 'thinking', thinking: 'Hm', signature: 'x' }],
        [hi],
      ),
      'a large picture in a result': anthropic(
        [hi],
        [toolUse('a')],
        [{ ...toolResult('a'), content: [anthropicPicture('x'.repeat(5_242_881))] }],
      ),
      'too many pictures': anthropic(Array.from({ length: 101 }, () => anthropicPicture('x'))),
      'no limit': { max_tokens: undefined },
    },
  },
  google: {
    url: '/v1beta/models/gemini-3.8-flash:generateContent',
    accepted: gemini([geminiText], [functionCall], [functionResponse]),
    refused: {
      'no content': gemini(),
      'no parts': gemini([]),
      'an empty text': gemini([{ text: '' }]),
      'another role': { contents: [{ role: 'tool', parts: [geminiText] }] },
      'a reply last': gemini([geminiText], [geminiText]),
      'a call first': {
        contents: [
          { role: 'model', parts: [functionCall] },
          { role: 'user', parts: [functionResponse] },
        ],
      },
      'an unanswered call': gemini([geminiText], [functionCall], [geminiText]),
      'two responses': gemini([geminiText], [functionCall], [functionResponse, functionResponse]),
      'a response without a call': gemini([functionResponse]),
      'a response with another name': gemini(
        [geminiText],
        [functionCall],
        [{ functionResponse: { id: '1', name: 'other' } }],
      ),
      'no signature': gemini(
        [geminiText],
        [{ ...functionCall, thoughtSignature: undefined }],
        [functionResponse],
      ),
      'a signature of another model': gemini(
        [geminiText],
        [{ ...functionCall, thoughtSignature: 'x' }],
        [functionResponse],
      ),
      'an invalid name': { tools: [{ functionDeclarations: [{ name: '3d' }] }] },
      'too many functions': {
        tools: [{ functionDeclarations: Array.from({ length: 513 }, (_, at) => ({ name: `f${at}` })) }],
      },
      'a function twice': { tools: [{ functionDeclarations: [{ name: 'a' }, { name: 'a' }] }] },
      'a schema outside its subset': {
        generationConfig: { responseJsonSchema: { type: 'object', not: {} } },
      },
    },
  },
};

describe.each(Object.entries(examples) as [Protocol, (typeof examples)[Protocol]][])(
  'a strict server of the protocol %s',
  (protocol, { url = '', accepted, refused }) => {
    const bodyOf = (change: object) => JSON.stringify({ ...accepted, ...change });

    it('accepts a sound request', () => {
      expect(problemsOf(protocol, { url, body: bodyOf({}) })).toEqual([]);
    });

    it.each(Object.entries(refused))('refuses %s', (_what, change) => {
      expect(problemsOf(protocol, { url, body: bodyOf(change) })).not.toEqual([]);
    });

    it('refuses half of a surrogate pair, and accepts the text of its escape', () => {
      expect(problemsOf(protocol, { url, body: bodyOf({ user: '\ud83d' }) })).not.toEqual([]);
      expect(problemsOf(protocol, { url, body: bodyOf({ user: '\\ud83d' }) })).toEqual([]);
    });

    it('has an example and a source for each rule', () => {
      for (const { source, problems } of rulesOf[protocol]) {
        expect(source).toMatch(/^https:\/\//);
        const broken = Object.values(refused).some((change) => {
          const body = JSON.parse(bodyOf(change)) as object;
          return problems({ model: 'gemini-3.8-flash', ...body } as never).length > 0;
        });
        expect([source, broken]).toEqual([source, true]);
      }
    });
  },
);
