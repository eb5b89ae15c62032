import { createServer, type Server, type ServerResponse } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';

/** The call that the model asks for first. */
interface FirstCall {
  name: string;
  arguments: Record<string, unknown>;
}

/** A model that asks for one tool call first and answers in text then; it can be told to hold that answer back. */
export class ScriptedModel {
  readonly requests: { messages: { role: string }[]; tools?: unknown[] }[] = [];
  private readonly held: (() => void)[] = [];
  holding = false;

  private constructor(
    private readonly server: Server,
    private readonly first: FirstCall,
    private readonly last: string,
  ) {}

  static async start(first: FirstCall, last: string): Promise<ScriptedModel> {
    const server = createServer();
    const model = new ScriptedModel(server, first, last);
    server.on('request', (request, response: ServerResponse) => {
      const parts: Buffer[] = [];
      request.on('data', (part: Buffer) => parts.push(part));
      request.on('end', () => model.receive(JSON.parse(Buffer.concat(parts).toString('utf8')), response));
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    return model;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}/v1`;
  }

  release(): void {
    this.holding = false;
    for (const answer of this.held.splice(0)) answer();
  }

  async stop(): Promise<void> {
    this.release();
    this.server.closeAllConnections();
    this.server.close();
    await once(this.server, 'close');
  }

  private receive(request: { messages: { role: string }[] }, response: ServerResponse): void {
    this.requests.push(request);
    const answer = () => {
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      response.end(this.answerTo(request));
    };
    if (this.holding && request.messages.some((message) => message.role === 'tool')) this.held.push(answer);
    else answer();
  }

  private answerTo(request: { messages: { role: string }[] }): string {
    const lastUser = request.messages.findLastIndex((message) => message.role === 'user');
    const toolHasRun = request.messages.slice(lastUser).some((message) => message.role === 'tool');
    const delta = toolHasRun
      ? { role: 'assistant', content: this.last }
      : {
          role: 'assistant',
          tool_calls: [
            {
              index: 0,
              id: 'call_1',
              type: 'function',
              function: {
                name: this.first.name,
                arguments: JSON.stringify(this.first.arguments),
              },
            },
          ],
        };
    const frame = { id: 'c', object: 'chat.completion.chunk', created: 0, model: 'm' };
    const chunks = [
      { ...frame, choices: [{ index: 0, delta, finish_reason: null }] },
      { ...frame, choices: [{ index: 0, delta: {}, finish_reason: toolHasRun ? 'stop' : 'tool_calls' }] },
      { ...frame, choices: [], usage: { prompt_tokens: 100, completion_tokens: 10, total_tokens: 110 } },
    ];
    return `${chunks.map((chunk) => `data: ${JSON.stringify(chunk)}\n\n`).join('')}data: [DONE]\n\n`;
  }
}
