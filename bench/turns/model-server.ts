// A model server of the benchmark, in a process of its own: it speaks OpenAI's chat completions with streaming, calls
// one tool in each round but the last, and answers at once or after a set time.
import { createServer } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import { parseArgs } from 'node:util';

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '2' },
    tools: { type: 'string', default: '1' },
    'model-ms': { type: 'string', default: '0' },
  },
});
const rounds = Number(values.rounds);
const toolsPerRound = Number(values.tools);
const modelMs = Number(values['model-ms']);

interface ChatRequest {
  model: string;
  messages: { role: string }[];
  tools?: unknown[];
  /** Of a task, which wants JSON. */
  response_format?: unknown;
}

const ANSWER = 'There are several apartments in Paphos under 200,000 EUR.';

const ARGUMENTS = JSON.stringify({
  district: 'Paphos',
  propertyType: 'Apartment',
  maxPrice: 200_000,
  limit: 5,
});

/** What a summary of the conversation is answered with. */
const SUMMARY = JSON.stringify({
  goals: ['An apartment in Paphos'],
  decisions: [],
  facts: ['At most 200,000 EUR'],
  openQuestions: [],
  nextSteps: [],
});

function chunksOf(request: ChatRequest): unknown[] {
  const frame = { id: 'chatcmpl-bench', object: 'chat.completion.chunk', created: 0, model: request.model };
  const lastUser = request.messages.findLastIndex((message) => message.role === 'user');
  const round = request.messages.slice(lastUser).filter((message) => message.role === 'assistant').length + 1;
  const callsTools = round < rounds && (request.tools?.length ?? 0) > 0;
  const delta = callsTools
    ? {
        role: 'assistant',
        tool_calls: Array.from({ length: toolsPerRound }, (_, index) => ({
          index,
          id: `call_${round}_${index}`,
          type: 'function',
          function: { name: 'search_properties', arguments: ARGUMENTS },
        })),
      }
    : { role: 'assistant', content: request.response_format ? SUMMARY : ANSWER };
  const usage = {
    prompt_tokens: 900,
    completion_tokens: 20,
    total_tokens: 920,
    prompt_tokens_details: { cached_tokens: 0 },
  };
  return [
    { ...frame, choices: [{ index: 0, delta, finish_reason: null }] },
    { ...frame, choices: [{ index: 0, delta: {}, finish_reason: callsTools ? 'tool_calls' : 'stop' }] },
    { ...frame, choices: [], usage },
  ];
}

const server = createServer((request, response) => {
  const parts: Buffer[] = [];
  request.on('data', (part: Buffer) => parts.push(part));
  request.on('end', () => {
    const chunks = chunksOf(JSON.parse(Buffer.concat(parts).toString('utf8')) as ChatRequest);
    const answer = () => {
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      response.end(`${chunks.map((chunk) => `data: ${JSON.stringify(chunk)}\n\n`).join('')}data: [DONE]\n\n`);
    };
    if (modelMs > 0) void delay(modelMs).then(answer);
    else answer();
  });
});
server.keepAliveTimeout = 60_000;
server.listen(0, '127.0.0.1', () => process.send?.(server.address()));
process.once('disconnect', () => process.exit(0));
