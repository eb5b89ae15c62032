import type { ServerResponse } from 'node:http';
import { isStreamed, sendEvents, sendWhole } from '../../libs/models/testing/provider-answers.ts';
import { wholeAnswers } from '../../libs/models/testing/whole-answers.ts';
import { LocalServer, type ReceivedRequest } from '../harness/local-server.ts';
import { bodies, type PlayedAnswer } from '../harness/strict/answers.ts';
import { admits } from '../harness/strict/strict-server.ts';

/** A received request, in the provider's own format. */
export interface AskedProvider {
  provider: 'openai' | 'anthropic' | 'google';
  key: string;
  /** True if the answer is to be streamed. */
  streamed: boolean;
  body: {
    model: string;
    max_completion_tokens?: number;
    messages?: { role: string; content?: unknown }[];
    tools?: { name?: string; function?: { name: string }; functionDeclarations?: { name: string }[] }[];
    contents?: { parts?: { functionResponse?: unknown }[] }[];
  };
}

export function toolsOffered({ body: { tools = [] } }: AskedProvider): string[] {
  return tools.flatMap(({ name, function: told, functionDeclarations = [] }) => [
    ...[name ?? told?.name ?? []].flat(),
    ...functionDeclarations.map((declared) => declared.name),
  ]);
}

/** True if the request contains a tool result. */
export function hasToolResult({ body: { messages = [], contents = [] } }: AskedProvider): boolean {
  return (
    messages.some(
      ({ role, content }) => role === 'tool' || JSON.stringify(content)?.includes('"tool_result"'),
    ) || contents.some(({ parts = [] }) => parts.some(({ functionResponse }) => functionResponse))
  );
}

export type Behaviour = (asked: AskedProvider, response: ServerResponse) => void;

/** A server that implements each provider's protocol under its name as strictly, and fails as a test configures it. */
export class ScriptedProviders {
  readonly asked: AskedProvider[] = [];
  readonly closed: AskedProvider[] = [];
  behave: Behaviour = (asked, response) => answer(asked, response, 'Fine.');

  private constructor(private readonly server: LocalServer) {
    server.answering = (request, response) => this.receive(request, response);
  }

  static async start(): Promise<ScriptedProviders> {
    return new ScriptedProviders(await LocalServer.start(() => undefined));
  }

  get port(): number {
    return this.server.port;
  }

  /** Settings that point an installation to this server. */
  get env(): Record<string, string> {
    const { url } = this.server;
    return {
      MODEL_PROVIDER: '',
      OPENAI_API_KEY: 'one,two',
      OPENAI_BASE_URL: `${url}/openai`,
      ANTHROPIC_API_KEY: 'three',
      ANTHROPIC_BASE_URL: `${url}/anthropic`,
    };
  }

  /** Settings for one provider only. */
  only(provider: AskedProvider['provider']): Record<string, string> {
    const name = provider.toUpperCase();
    return {
      GOOGLE_API_KEY: '',
      OPENAI_API_KEY: '',
      ANTHROPIC_API_KEY: '',
      [`${name}_API_KEY`]: 'one',
      [`${name}_BASE_URL`]: `${this.server.url}/${provider}`,
    };
  }

  stop(): Promise<void> {
    return this.server.stop();
  }

  private receive({ method, url, headers, body }: ReceivedRequest, response: ServerResponse): void {
    // A list of models, which not every server has.
    if (method === 'GET') return refuse(response, 404);
    const provider =
      (['anthropic', 'google'] as const).find((name) => url.startsWith(`/${name}`)) ?? 'openai';
    const { authorization, 'x-api-key': anthropicKey, 'x-goog-api-key': googleKey } = headers;
    const asked: AskedProvider = {
      provider,
      key: String(authorization ?? anthropicKey ?? googleKey).replace('Bearer ', ''),
      streamed: isStreamed({ url, body }),
      body: JSON.parse(body) as AskedProvider['body'],
    };
    this.asked.push(asked);
    // A gateway speaks the protocol of OpenAI, and refuses more.
    if (!admits(url.startsWith('/gateway') ? 'gateway' : provider, { url, body }, response)) return;
    response.on('close', () => {
      if (!response.writableEnded) this.closed.push(asked);
    });
    this.behave(asked, response);
  }
}

/** Input tokens, cached input tokens, and output tokens. */
export type Usage = [input: number, cached: number, output: number];
const USUAL: Usage = [1_000, 800, 50];

/** A complete response with its usage. */
export function answer(asked: AskedProvider, response: ServerResponse, text: string, usage = USUAL): void {
  const events = {
    openai: () => openaiAnswer(text, usage),
    anthropic: () => anthropicAnswer(text, usage),
    google: () => googleAnswer({ text }, usage),
  };
  send(asked, response, events[asked.provider]());
}

/** A call of one tool, with its usage. */
export function answerWithCall(
  asked: AskedProvider,
  response: ServerResponse,
  name: string,
  given: object,
  usage = USUAL,
): void {
  const events = {
    openai: () => openaiCall(name, given, usage),
    anthropic: () => anthropicCall(name, given, usage),
    google: () => googleAnswer({ functionCall: { name, args: given } }, usage),
  };
  send(asked, response, events[asked.provider]());
}

/** Any answer to a request without streaming, without usage. */
export function answerWhole(
  { provider, body }: AskedProvider,
  response: ServerResponse,
  played: PlayedAnswer,
): void {
  sendWhole(response, JSON.stringify(bodies[provider](played, body.model)));
}

function send({ provider, streamed }: AskedProvider, response: ServerResponse, events: string): void {
  if (streamed) sendEvents(response, events);
  else sendWhole(response, wholeAnswers[provider](events));
}

function openaiCall(name: string, given: object, usage: Usage): string {
  const asked = { name, arguments: JSON.stringify(given) };
  const delta = {
    role: 'assistant',
    tool_calls: [{ index: 0, id: `functions.${name}:0`, type: 'function', function: asked }],
  };
  const call = chunk({ choices: [{ index: 0, delta, finish_reason: null }] });
  return `${call}${openaiEnd('tool_calls', usage)}`;
}

/** The beginning of a response, after which the connection stays open without data. */
export function begin({ provider, streamed }: AskedProvider, response: ServerResponse, text: string): void {
  response.writeHead(200, { 'content-type': streamed ? 'text/event-stream' : 'application/json' });
  if (!streamed) response.write('{');
  else response.write(provider === 'openai' ? openaiText(text) : anthropicBeginning(text, USUAL));
}

/** The rest of a streamed response of OpenAI that has begun. */
export function finish(response: ServerResponse, text: string): void {
  response.end(openaiAnswer(text, USUAL));
}

/** The beginning of a response, after which the connection is reset. */
export function breakOff(asked: AskedProvider, response: ServerResponse, text: string): void {
  begin(asked, response, text);
  setImmediate(() => response.destroy());
}

export function refuse(response: ServerResponse, status: number, headers: Record<string, string> = {}): void {
  response.writeHead(status, { 'content-type': 'application/json', ...headers });
  response.end(JSON.stringify({ error: { type: 'error', message: 'no' } }));
}

function chunk(fields: object): string {
  return `data: ${JSON.stringify({ id: 'c', object: 'chat.completion.chunk', created: 0, model: 'm', ...fields })}\n\n`;
}

function openaiText(content: string): string {
  return chunk({ choices: [{ index: 0, delta: { role: 'assistant', content }, finish_reason: null }] });
}

function openaiAnswer(text: string, used: Usage): string {
  return `${openaiText(text)}${openaiEnd('stop', used)}`;
}

function openaiEnd(finish_reason: string, [prompt_tokens, cached_tokens, completion_tokens]: Usage): string {
  const usage = {
    prompt_tokens,
    completion_tokens,
    total_tokens: prompt_tokens + completion_tokens,
    prompt_tokens_details: { cached_tokens },
  };
  const end = chunk({ choices: [{ index: 0, delta: {}, finish_reason }] });
  return `${end}${chunk({ choices: [], usage })}data: [DONE]\n\n`;
}

function event(type: string, fields: object = {}): string {
  return `event: ${type}\ndata: ${JSON.stringify({ type, ...fields })}\n\n`;
}

function anthropicStart([input, cached]: Usage): string {
  const usage = { input_tokens: input - cached, cache_read_input_tokens: cached, output_tokens: 1 };
  return event('message_start', {
    message: { id: 'm', type: 'message', role: 'assistant', content: [], model: 'm', usage },
  });
}

function anthropicBeginning(text: string, usage: Usage): string {
  return (
    anthropicStart(usage) +
    event('content_block_start', { index: 0, content_block: { type: 'text', text: '' } }) +
    event('content_block_delta', { index: 0, delta: { type: 'text_delta', text } })
  );
}

function anthropicEnd(stop_reason: string, usage: Usage): string {
  const delta = { delta: { stop_reason }, usage: { output_tokens: usage[2] } };
  return event('content_block_stop', { index: 0 }) + event('message_delta', delta) + event('message_stop');
}

function anthropicAnswer(text: string, usage: Usage): string {
  return anthropicBeginning(text, usage) + anthropicEnd('end_turn', usage);
}

function anthropicCall(name: string, given: object, usage: Usage): string {
  const block = { type: 'tool_use', id: 'toolu_1', name, input: {} };
  const delta = { type: 'input_json_delta', partial_json: JSON.stringify(given) };
  return (
    anthropicStart(usage) +
    event('content_block_start', { index: 0, content_block: block }) +
    event('content_block_delta', { index: 0, delta }) +
    anthropicEnd('tool_use', usage)
  );
}

function googleAnswer(
  part: object,
  [promptTokenCount, cachedContentTokenCount, candidatesTokenCount]: Usage,
): string {
  const candidates = [{ content: { role: 'model', parts: [part] }, index: 0, finishReason: 'STOP' }];
  const usageMetadata = { promptTokenCount, cachedContentTokenCount, candidatesTokenCount };
  return `data: ${JSON.stringify({ candidates, usageMetadata })}\n\n`;
}
