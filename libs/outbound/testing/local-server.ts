import { createServer, type IncomingMessage, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface ReceivedRequest {
  method: string;
  url: string;
  headers: IncomingMessage['headers'];
  body: string;
}

/** An HTTP server in this process that records its requests. */
export class LocalServer {
  readonly received: ReceivedRequest[] = [];

  private constructor(
    private readonly server: Server,
    readonly address: string,
  ) {}

  /** @param answer writes the response to a completely read request. */
  static async start(
    answer: (request: ReceivedRequest, response: Parameters<RequestListener>[1]) => void,
    host = '127.0.0.1',
  ): Promise<LocalServer> {
    const server = createServer((request, response) => {
      const chunks: Buffer[] = [];
      request.on('data', (chunk: Buffer) => chunks.push(chunk));
      request.on('end', () => {
        const { method = '', url = '', headers } = request;
        const received = { method, url, headers, body: Buffer.concat(chunks).toString('utf8') };
        started.received.push(received);
        answer(received, response);
      });
    });
    await new Promise<void>((resolve) => server.listen(0, host, resolve));
    const started = new LocalServer(server, `${host}:${(server.address() as AddressInfo).port}`);
    return started;
  }

  get port(): number {
    return Number(this.address.split(':').at(-1));
  }

  get url(): string {
    return `http://${this.address}`;
  }

  async stop(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }
}
