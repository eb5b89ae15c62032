import { createServer, type Server, type ServerResponse } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { wholeAnswers } from '../../../libs/models/testing/whole-answers.ts';
import { callOf, numberIn, replyTo, type MessageKind } from './messages.ts';

/** Faults of the model's server, each as a share of its responses. */
export interface ModelFaults {
  /** The connection closes in the middle of the response. */
  broken: number;
  /** 429 with `Retry-After: 0`. */
  refused: number;
  /** 500. */
  failed: number;
  /** 200 with a body that is neither an event stream nor JSON. */
  lying: number;
  /** No response: either no byte arrives, or none after the first half. */
  hanging: number;
  /** The tool call is sent twice. */
  repeating: number;
  /** The arguments of the tool call are truncated. */
  malformed: number;
  /** The reported token counts are impossible. */
  miscounted: number;
}

interface ChatRequest {
  model: string;
  messages: { role: string; content?: unknown }[];
  tools?: unknown[];
  stream?: boolean;
  /** Present for a task that requires JSON. */
  response_format?: { json_schema?: { name?: string } };
}

/** The kind of request: for the tool call that belongs to the message, or for the reply. */
export interface ModelRequest {
  kind: MessageKind;
  number: number;
  isReply: boolean;
}

/** Part of the error that the model receives for a call with invalid arguments. */
const REFUSED = 'VALIDATION_FAILED';
const NO_INSIGHTS = { insights: [] };
const SUMMARY = { goals: [], decisions: [], facts: ['Numbers were noted'], openQuestions: [], nextSteps: [] };

/**
 * A model that receives numbered messages. It requests the one tool call that belongs to the message, then answers with
 * the message's number. It implements OpenAI's protocol, streamed or not.
 */
export class CountedModel {
  private answers = 0;
  private readonly asked: ModelRequest[] = [];

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

  /** Number of responses, including failed ones. */
  get count(): number {
    return this.answers;
  }

  /** The requests in order of arrival. Only the clock of the run is involved. */
  get requests(): readonly ModelRequest[] {
    return this.asked;
  }

  async stop(): Promise<void> {
    this.server.closeAllConnections();
    this.server.close();
    await once(this.server, 'close');
  }

  private answer(request: ChatRequest, response: ServerResponse): void {
    this.answers += 1;
    if (!request.response_format) this.asked.push(requestOf(request));
    const { broken, refused, failed, lying, hanging, repeating, malformed, miscounted } = this.faults;
    let drawn = this.random();
    const hits = (share: number) => (drawn -= share) < 0;
    if (hits(refused)) return void response.writeHead(429, { 'retry-after': '0' }).end('{}');
    if (hits(failed)) return void response.writeHead(500).end('{}');
    if (hits(lying)) return void response.writeHead(200, { 'content-type': 'text/html' }).end('<p>Busy</p>');
    // Held open until the caller disconnects.
    if (hits(hanging / 2)) return;
    response.writeHead(200, { 'content-type': request.stream ? 'text/event-stream' : 'application/json' });
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
  const events = `${chunks.map((chunk) => `data: ${JSON.stringify(chunk)}\n\n`).join('')}data: [DONE]\n\n`;
  return request.stream ? events : wholeAnswers.openai(events);
}

function deltaOf(request: ChatRequest, lie?: Lie): { delta: object; reason: 'stop' | 'tool_calls' } {
  const task = request.response_format?.json_schema?.name;
  if (request.response_format) {
    const content = JSON.stringify(task?.includes('insight') ? NO_INSIGHTS : SUMMARY);
    return { delta: { role: 'assistant', content }, reason: 'stop' };
  }
  const { kind, number, isReply } = requestOf(request);
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

function requestOf({ messages }: ChatRequest): ModelRequest {
  const lastUser = messages.findLastIndex(({ role }) => role === 'user');
  const last = messages.slice(lastUser).findLast(({ role }) => role === 'tool');
  // A call that was rejected for its arguments is requested again, with correct ones.
  const isReply = last !== undefined && !JSON.stringify(last.content).includes(REFUSED);
  return { ...numberedIn(messages[lastUser]?.content), isReply };
}

function numberedIn(content: unknown): { kind: MessageKind; number: number } {
  return numberIn(typeof content === 'string' ? content : JSON.stringify(content));
}
