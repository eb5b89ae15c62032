import { createServer, type Server, type ServerResponse } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { callOf, numberIn, replyTo, type MessageKind } from './messages.ts';

/** How the model's server fails now and then, each as a share of its answers. */
export interface ModelFaults {
  /** The connection ends in the middle of the stream. */
  broken: number;
  /** 429 with `Retry-After: 0`. */
  refused: number;
  /** 500. */
  failed: number;
  /** 200 with something that is no stream. */
  lying: number;
  /** No answer: either no byte comes, or none after the first half. */
  hanging: number;
  /** The tool call is said twice over. */
  repeating: number;
  /** The arguments of the tool call break off. */
  malformed: number;
  /** Tokens are reported that cannot be. */
  miscounted: number;
}

interface ChatRequest {
  model: string;
  messages: { role: string; content?: unknown }[];
  tools?: unknown[];
  /** Of a task, which wants JSON. */
  response_format?: { json_schema?: { name?: string } };
}

/** What a turn asks for: the call that belongs to its message, or the reply. */
export interface AskedFor {
  kind: MessageKind;
  number: number;
  isReply: boolean;
}

/** In what a model is told of a call whose arguments do not fit. */
const REFUSED = 'VALIDATION_FAILED';
const NO_INSIGHTS = { insights: [] };
const SUMMARY = { goals: [], decisions: [], facts: ['Numbers were noted'], openQuestions: [], nextSteps: [] };

/**
 * A model that is sent numbered messages: it asks for the one call that belongs to the message, then answers with the
 * message's number. It speaks OpenAI's protocol with streaming.
 */
export class CountedModel {
  private answers = 0;
  /** In the order in which it was asked. */
  private readonly asked: AskedFor[] = [];

  private constructor(
    private readonly server: Server,
    private readonly faults: ModelFaults,
    private readonly random: () => number,
  ) {}

  static async start(faults: ModelFaults, random: () => number): Promise<CountedModel> {
    const server = createServer();
    const model = new CountedModel(server, faults, random);
    server.on('request', (request, response: ServerResponse) => {
      const parts: Buffer[] = [];
      request.on('data', (part: Buffer) => parts.push(part));
      request.on('end', () =>
        model.answer(JSON.parse(Buffer.concat(parts).toString('utf8')) as ChatRequest, response),
      );
    });
    server.keepAliveTimeout = 60_000;
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    return model;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}/v1`;
  }

  /** Answers that were given, the failed ones included. */
  get count(): number {
    return this.answers;
  }

  /** What it was asked for, in that order: no clock but that of the run has a part in it. */
  get requests(): readonly AskedFor[] {
    return this.asked;
  }

  async stop(): Promise<void> {
    this.server.closeAllConnections();
    this.server.close();
    await once(this.server, 'close');
  }

  private answer(request: ChatRequest, response: ServerResponse): void {
    this.answers += 1;
    if (!request.response_format) this.asked.push(askedFor(request));
    const { broken, refused, failed, lying, hanging, repeating, malformed, miscounted } = this.faults;
    let drawn = this.random();
    const hits = (share: number) => (drawn -= share) < 0;
    if (hits(refused)) return void response.writeHead(429, { 'retry-after': '0' }).end('{}');
    if (hits(failed)) return void response.writeHead(500).end('{}');
    if (hits(lying)) return void response.writeHead(200, { 'content-type': 'text/html' }).end('<p>Busy</p>');
    // Held until the caller hangs up.
    if (hits(hanging / 2)) return;
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    const half = (text: string) => text.slice(0, text.length / 2);
    if (hits(hanging / 2)) return void response.write(half(bodyOf(request)));
    if (hits(broken)) return void response.write(half(bodyOf(request)), () => response.destroy());
    const lie = hits(repeating)
      ? 'repeating'
      : hits(malformed)
        ? 'malformed'
        : hits(miscounted)
          ? 'miscounted'
          : undefined;
    response.end(bodyOf(request, lie));
  }
}

type Lie = 'repeating' | 'malformed' | 'miscounted';

const USAGE = { prompt_tokens: 100, completion_tokens: 10, total_tokens: 110 };
const IMPOSSIBLE_USAGE = { prompt_tokens: -7, completion_tokens: 1e15, total_tokens: 0.5 };

function bodyOf(request: ChatRequest, lie?: Lie): string {
  const frame = { id: 'c', object: 'chat.completion.chunk', created: 0, model: request.model };
  const { delta, reason } = deltaOf(request, lie);
  const usage = lie === 'miscounted' ? IMPOSSIBLE_USAGE : USAGE;
  const chunks = [
    { ...frame, choices: [{ index: 0, delta, finish_reason: null }] },
    { ...frame, choices: [{ index: 0, delta: {}, finish_reason: reason }] },
    { ...frame, choices: [], usage },
  ];
  return `${chunks.map((chunk) => `data: ${JSON.stringify(chunk)}\n\n`).join('')}data: [DONE]\n\n`;
}

function deltaOf(request: ChatRequest, lie?: Lie): { delta: object; reason: 'stop' | 'tool_calls' } {
  const task = request.response_format?.json_schema?.name;
  if (request.response_format) {
    const content = JSON.stringify(task?.includes('insight') ? NO_INSIGHTS : SUMMARY);
    return { delta: { role: 'assistant', content }, reason: 'stop' };
  }
  const { kind, number, isReply } = askedFor(request);
  if (isReply) return { delta: { role: 'assistant', content: replyTo(number) }, reason: 'stop' };
  const call = callOf(kind, number);
  const json = JSON.stringify(call.arguments);
  const said = {
    id: `call_${number}_${request.messages.length}`,
    type: 'function',
    function: { name: call.name, arguments: lie === 'malformed' ? json.slice(0, -5) : json },
  };
  const tool_calls = (lie === 'repeating' ? [said, said] : [said]).map((each, index) => ({ index, ...each }));
  return { delta: { role: 'assistant', tool_calls }, reason: 'tool_calls' };
}

function askedFor({ messages }: ChatRequest): AskedFor {
  const lastUser = messages.findLastIndex(({ role }) => role === 'user');
  const last = messages.slice(lastUser).findLast(({ role }) => role === 'tool');
  // What was refused for its arguments is asked for again, with the right ones.
  const isReply = last !== undefined && !JSON.stringify(last.content).includes(REFUSED);
  return { ...numberedIn(messages[lastUser]?.content), isReply };
}

function numberedIn(content: unknown): { kind: MessageKind; number: number } {
  return numberIn(typeof content === 'string' ? content : JSON.stringify(content));
}
