import { once } from 'node:events';
import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

const FRAME = { id: 'c', object: 'chat.completion.chunk', created: 0, model: 'm' };

/** An OpenAI-compatible model that begins to answer and goes on when it is let. */
export class HeldModel {
  /** Long enough to be sent on without waiting for more. */
  static readonly beginning = 'Let me see what there is. '.repeat(20);
  static readonly end = 'That is all.';
  private readonly held = new Set<ServerResponse>();

  private constructor(private readonly server: Server) {}

  static async start(): Promise<HeldModel> {
    const server = createServer();
    const model = new HeldModel(server);
    server.on('request', (request, response: ServerResponse) => {
      request.resume();
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      response.write(
        frame({ choices: [{ index: 0, delta: { role: 'assistant', content: HeldModel.beginning } }] }),
      );
      model.held.add(response);
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    return model;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}/v1`;
  }

  /** Finishes what was begun. */
  release(): void {
    for (const response of this.held) {
      response.write(
        frame({ choices: [{ index: 0, delta: { content: HeldModel.end }, finish_reason: null }] }),
      );
      response.write(frame({ choices: [{ index: 0, delta: {}, finish_reason: 'stop' }] }));
      response.end(
        `${frame({ choices: [], usage: { prompt_tokens: 10, completion_tokens: 10, total_tokens: 20 } })}data: [DONE]\n\n`,
      );
    }
    this.held.clear();
  }

  async stop(): Promise<void> {
    this.release();
    this.server.closeAllConnections();
    this.server.close();
    await once(this.server, 'close');
  }
}

function frame(content: Record<string, unknown>): string {
  return `data: ${JSON.stringify({ ...FRAME, ...content })}\n\n`;
}
