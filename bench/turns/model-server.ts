// Model server of the benchmark, in its own process. It implements OpenAI's chat completions, streamed or not, calls a tool
// in each round except the last, and answers at once or after a set time.
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
  stream?: boolean;
  /** Set for a task, which expects JSON. */
  response_format?: unknown;
}

const ANSWER = 'There are several apartments in Paphos under 200,000 EUR.';

const ARGUMENTS = JSON.stringify({
  district: 'Paphos',
  propertyType: 'Apartment',
  maxPrice: 200_000,
  limit: 5,
});

/** The answer to a summary request. */
const SUMMARY = JSON.stringify({
  goals: ['An apartment in Paphos'],
  decisions: [],
  facts: ['At most 200,000 EUR'],
  openQuestions: [],
  nextSteps: [],
});

let answers = 0;

/** Unique per answer, because LangGraph treats two messages with the same id as one. */
function nextId(): string {
  answers += 1;
  return `chatcmpl-bench-${answers}`;
}

/** The message of this round and its usage. */
function answerTo(request: ChatRequest) {
  const lastUser = request.messages.findLastIndex((message) => message.role === 'user');
  const round = request.messages.slice(lastUser).filter((message) => message.role === 'assistant').length + 1;
  const callsTools = round < rounds && (request.tools?.length ?? 0) > 0;
  const message = callsTools
    ? {
        role: 'assistant',
        content: null,
        tool_calls: Array.from({ length: toolsPerRound }, (_, index) => ({
          index,
          id: `call_${lastUser}_${round}_${index}`,
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
  return { message, finishReason: callsTools ? 'tool_calls' : 'stop', usage };
}

function wholeAnswer(request: ChatRequest): string {
  const { message, finishReason, usage } = answerTo(request);
  const choices = [{ index: 0, message, finish_reason: finishReason }];
  return JSON.stringify({
    id: nextId(),
    object: 'chat.completion',
    created: 0,
    model: request.model,
    choices,
    usage,
  });
}

function streamedAnswer(request: ChatRequest): string {
  const { message, finishReason, usage } = answerTo(request);
  const frame = { id: nextId(), object: 'chat.completion.chunk', created: 0, model: request.model };
  const chunks = [
    { ...frame, choices: [{ index: 0, delta: message, finish_reason: null }] },
    { ...frame, choices: [{ index: 0, delta: {}, finish_reason: finishReason }] },
    { ...frame, choices: [], usage },
  ];
  return `${chunks.map((chunk) => `data: ${JSON.stringify(chunk)}\n\n`).join('')}data: [DONE]\n\n`;
}

const server = createServer((request, response) => {
  const parts: Buffer[] = [];
  request.on('data', (part: Buffer) => parts.push(part));
  request.on('end', () => {
    const asked = JSON.parse(Buffer.concat(parts).toString('utf8')) as ChatRequest;
    const body = asked.stream ? streamedAnswer(asked) : wholeAnswer(asked);
    const answer = () => {
      response.writeHead(200, { 'content-type': asked.stream ? 'text/event-stream' : 'application/json' });
      response.end(body);
    };
    if (modelMs > 0) void delay(modelMs).then(answer);
    else answer();
  });
});
server.keepAliveTimeout = 60_000;
server.listen(0, '127.0.0.1', () => process.send?.(server.address()));
process.once('disconnect', () => process.exit(0));
