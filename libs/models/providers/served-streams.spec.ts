import type { ServerResponse } from 'node:http';
import { setImmediate as tick } from 'node:timers/promises';
import fc from 'fast-check';
import { forAllAsync } from '../../../test/harness/for-all.ts';
import { LocalServer } from '../../../test/harness/local-server.ts';
import type { GenerateResult, KeyedProvider } from '../language-model.ts';
import { streamedRequest, weatherTool } from '../testing/model-request.fixture.ts';
import { openAdapter } from './adapters.ts';

type Wire = [provider: KeyedProvider, path: string, events: readonly object[], usage: object];

const openai = (delta: object, finish_reason: string | null = null) => ({
  choices: [{ index: 0, delta, finish_reason }],
});
const call = { name: 'get_weather', arguments: { city: 'Πάφος 😀' } };
const WIRES: Wire[] = [
  [
    'openai',
    '/v1',
    [
      openai({ content: '<think>Wo?' }),
      openai({ content: '</think>Ναι 😀' }),
      openai({
        tool_calls: [{ index: 0, id: 'c', function: { ...call, arguments: JSON.stringify(call.arguments) } }],
      }),
      openai({}, 'tool_calls'),
    ],
    { choices: [], usage: { prompt_tokens: 9, completion_tokens: 5 } },
  ],
  [
    'anthropic',
    '',
    [
      { type: 'message_start', message: { usage: { input_tokens: 9, output_tokens: 1 } } },
      { type: 'content_block_start', index: 0, content_block: { type: 'text', text: '' } },
      {
        type: 'content_block_delta',
        index: 0,
        delta: { type: 'text_delta', text: '<think>Wo?</think>Ναι 😀' },
      },
      // The whole input at the start, and every block with the number 0.
      {
        type: 'content_block_start',
        index: 0,
        content_block: { type: 'tool_use', id: 'c', name: call.name, input: call.arguments },
      },
      { type: 'message_delta', delta: { stop_reason: 'tool_use' } },
    ],
    { type: 'message_delta', delta: {}, usage: { output_tokens: 5 } },
  ],
  [
    'google',
    '',
    [
      { candidates: [{ content: { parts: [{ text: 'Wo?', thought: true }, { text: 'Ναι' }] } }] },
      {
        candidates: [
          {
            content: {
              parts: [{ text: ' 😀' }, { functionCall: { name: call.name, args: call.arguments } }],
            },
          },
        ],
      },
      { candidates: [{ content: { parts: [] }, finishReason: 'STOP' }] },
    ],
    { usageMetadata: { promptTokenCount: 9, candidatesTokenCount: 5 } },
  ],
];

/** How servers write events. */
const WRITINGS: Record<string, (data: string, type: string) => string> = {
  'line feeds': (data, type) => `event: ${type}\ndata: ${data}\n\n`,
  'carriage returns': (data, type) => `event: ${type}\r\ndata: ${data}\r\n\r\n`,
  'no space': (data, type) => `event:${type}\ndata:${data}\n\n`,
  'keep-alives': (data, type) => `: keep-alive\n\nevent: ${type}\ndata: ${data}\n\n: \n\n`,
  'comments within events': (data, type) => `: comment\nevent: ${type}\nid: 7\ndata: ${data}\n\n`,
};

describe.each(WIRES)('a stream of %s', (provider, path, events, usage) => {
  let server: LocalServer;
  let write: (answer: ServerResponse) => void | Promise<void>;
  beforeAll(async () => {
    server = await LocalServer.start(
      (_request, answer) => void write(answer.writeHead(200, { 'content-type': 'text/event-stream' })),
    );
  });
  afterAll(() => server.stop());

  const model = () => openAdapter[provider]({ apiKeys: ['k'], baseUrl: server.url + path });
  const ask = () => model().generate(streamedRequest('hi', { tools: [weatherTool] }));
  const written = (writing: keyof typeof WRITINGS, all = [...events, usage]) =>
    all
      .map((event) =>
        WRITINGS[writing]!(JSON.stringify(event), (event as { type?: string }).type ?? 'message'),
      )
      .join('');
  const read: Partial<GenerateResult> = {
    text: 'Ναι 😀',
    thoughts: ['Wo?'],
    finishReason: 'tool_calls',
    toolCalls: [expect.objectContaining(call) as never],
  };

  it.each(Object.keys(WRITINGS))('with %s is read the same however its bytes are split', async (writing) => {
    const bytes = Buffer.from(written(writing));
    await forAllAsync(20, fc.array(fc.nat(bytes.length), { maxLength: 6 }), async (places) => {
      const ends = [...places, bytes.length].toSorted((a, b) => a - b);
      write = async (answer) => {
        for (const [at, end] of ends.entries()) {
          answer.write(bytes.subarray(at === 0 ? 0 : ends[at - 1], end));
          await tick();
        }
        answer.end();
      };
      expect(await ask()).toMatchObject({ ...read, usage: { promptTokens: 9, completionTokens: 5 } });
    });
  });

  it('is counted if it has no usage', async () => {
    write = (answer) =>
      void answer.end(written('line feeds', events.slice(provider === 'anthropic' ? 1 : 0)));
    const result = await ask();
    expect(result).toMatchObject(read);
    expect(result.usage.completionTokens).toBeGreaterThan(5);
  });

  it('is read if its last event has no end', async () => {
    write = (answer) => void answer.end(written('line feeds').trimEnd());
    expect(await ask()).toMatchObject(read);
  });
});
