// Model server of the benchmark, in its own process. It implements OpenAI's chat completions, streamed or not, calls a tool
// in each round except the last, and answers at once or after a set time.
import { createServer } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import { number, readOptions } from '../options.ts';

const options = {
  rounds: number(2, 'rounds'),
  tools: number(1, 'tools per round'),
  'model-ms': number(0, 'milliseconds until the answer'),
};
const { rounds, tools: toolsPerRound, 'model-ms': modelMs } = readOptions('turns', options);

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

const SUMMARY = JSON.stringify({
  goals: ['An apartment in Paphos'],
  decisions: [],
  facts: ['At most 200,000 EUR'],
  openQuestions: [],
  nextSteps: [],
});

/** Answers of a hostile model, to a message that names them like `[calls]`. An `[endless]` answer is sent until the client leaves. */
const HOSTILE = /\[(calls|size|endless|program)\]/;
const PROGRAM = JSON.stringify({ code: 'for (;;) {}' });
const callOf = (name: string, argumentsText: string, index: number) => ({
  index,
  id: `call_hostile_${index}`,
  type: 'function',
  function: { name, arguments: argumentsText },
});
const ENDLESS_EVERY_MS = 20;

function hostileMessage(kind: string | undefined, isFirst: boolean) {
  const calls = (tool_calls: object[]) => ({ role: 'assistant', content: null, tool_calls });
  if (kind === 'calls')
    return calls(Array.from({ length: 200 }, (_, index) => callOf('search_properties', ARGUMENTS, index)));
  if (kind === 'size') return { role: 'assistant', content: 'A long answer. '.repeat(200_000) };
  return kind === 'program' && isFirst ? calls([callOf('run_program', PROGRAM, 0)]) : undefined;
}

const hostilityOf = ({ messages }: ChatRequest) =>
  HOSTILE.exec(JSON.stringify(messages.findLast((message) => message.role === 'user') ?? ''))?.[1];

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
  const hostile = hostileMessage(hostilityOf(request), round === 1);
  const ordinary = callsTools
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
  const message = request.response_format ? ordinary : (hostile ?? ordinary);
  const usage = {
    prompt_tokens: 900,
    completion_tokens: 20,
    total_tokens: 920,
    prompt_tokens_details: { cached_tokens: 0 },
  };
  return { message, finishReason: 'tool_calls' in message ? 'tool_calls' : 'stop', usage };
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
      if (hostilityOf(asked) !== 'endless') return void response.end(body);
      const timer = setInterval(() => response.write(asked.stream ? ': more\n\n' : ' '), ENDLESS_EVERY_MS);
      response.on('close', () => clearInterval(timer));
    };
    if (modelMs > 0) void delay(modelMs).then(answer);
    else answer();
  });
});
server.keepAliveTimeout = 60_000;
server.listen(0, '127.0.0.1', () => process.send?.(server.address()));
process.once('disconnect', () => process.exit(0));
