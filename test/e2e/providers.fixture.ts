import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** What came in, in the words of the provider. */
export interface AskedProvider {
  provider: 'openai' | 'anthropic';
  key: string;
  body: {
    model: string;
    max_completion_tokens?: number;
    messages?: { role: string }[];
    tools?: { function?: { name: string } }[];
  };
}

export type Behaviour = (asked: AskedProvider, response: ServerResponse) => void;

/** A server that speaks as OpenAI below `/openai`, as Anthropic below `/anthropic`, and behaves as a test tells it. */
export class ScriptedProviders {
  readonly asked: AskedProvider[] = [];
  readonly closed: AskedProvider[] = [];
  behave: Behaviour = (asked, response) => answer(asked, response, 'Fine.');

  private constructor(private readonly server: Server) {}

  static async start(): Promise<ScriptedProviders> {
    const server = createServer();
    const providers = new ScriptedProviders(server);
    server.on('request', (request: IncomingMessage, response: ServerResponse) => {
      let text = '';
      request.on('data', (piece: Buffer) => (text += piece.toString()));
      request.on('end', () => {
        const provider = request.url?.startsWith('/anthropic') ? 'anthropic' : 'openai';
        const key = String(request.headers.authorization ?? request.headers['x-api-key']).replace(
          'Bearer ',
          '',
        );
        const asked: AskedProvider = { provider, key, body: JSON.parse(text) as AskedProvider['body'] };
        providers.asked.push(asked);
        response.on('close', () => {
          if (!response.writableEnded) providers.closed.push(asked);
        });
        providers.behave(asked, response);
      });
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    return providers;
  }

  get port(): number {
    return (this.server.address() as AddressInfo).port;
  }

  /** Settings that point an installation here. */
  get env(): Record<string, string> {
    const url = `http://127.0.0.1:${this.port}`;
    return {
      MODEL_PROVIDER: '',
      OPENAI_API_KEY: 'one,two',
      OPENAI_BASE_URL: `${url}/openai`,
      ANTHROPIC_API_KEY: 'three',
      ANTHROPIC_BASE_URL: `${url}/anthropic`,
    };
  }

  async stop(): Promise<void> {
    this.server.closeAllConnections();
    this.server.close();
    await once(this.server, 'close');
  }
}

/** Input tokens, those of them that were cached, and output tokens. */
export type Usage = [input: number, cached: number, output: number];
const USUAL: Usage = [1_000, 800, 50];

/** A whole answer with its usage. */
export function answer(
  { provider }: AskedProvider,
  response: ServerResponse,
  text: string,
  usage = USUAL,
): void {
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  response.end(provider === 'openai' ? openaiAnswer(text, usage) : anthropicAnswer(text, usage));
}

/** OpenAI's way to ask for one tool, with its usage. */
export function answerWithCall(response: ServerResponse, name: string, given: object, usage = USUAL): void {
  const asked = { name, arguments: JSON.stringify(given) };
  const delta = {
    role: 'assistant',
    tool_calls: [{ index: 0, id: 'call_1', type: 'function', function: asked }],
  };
  const call = chunk({ choices: [{ index: 0, delta, finish_reason: null }] });
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  response.end(`${call}${openaiEnd('tool_calls', usage)}`);
}

/** The beginning of an answer, and then nothing: the connection stays open. */
export function begin({ provider }: AskedProvider, response: ServerResponse, text: string): void {
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  response.write(provider === 'openai' ? openaiText(text) : anthropicBeginning(text, USUAL));
}

/** The beginning of an answer, and then the connection breaks. */
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

function anthropicBeginning(text: string, [input, cached]: Usage): string {
  const usage = { input_tokens: input - cached, cache_read_input_tokens: cached, output_tokens: 1 };
  const message = { id: 'm', type: 'message', role: 'assistant', content: [], model: 'm', usage };
  return (
    event('message_start', { message }) +
    event('content_block_start', { index: 0, content_block: { type: 'text', text: '' } }) +
    event('content_block_delta', { index: 0, delta: { type: 'text_delta', text } })
  );
}

function anthropicAnswer(text: string, usage: Usage): string {
  const delta = { delta: { stop_reason: 'end_turn' }, usage: { output_tokens: usage[2] } };
  const end =
    event('content_block_stop', { index: 0 }) + event('message_delta', delta) + event('message_stop');
  return anthropicBeginning(text, usage) + end;
}
