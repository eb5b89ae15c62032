import { once } from 'node:events';
import { createServer, type IncomingMessage, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface ReceivedRequest {
  method: string;
  url: string;
  headers: IncomingMessage['headers'];
  body: string;
  socket: IncomingMessage['socket'];
}

/** Writes the response to a completely read request. */
export type Answering = (request: ReceivedRequest, response: Parameters<RequestListener>[1]) => void;

/** An HTTP server in this process that records its requests. */
export class LocalServer {
  readonly received: ReceivedRequest[] = [];

  private constructor(
    private readonly server: Server,
    readonly address: string,
    /** A test may replace it at any time. */
    public answering: Answering,
  ) {}

  /** @param admits answers a request that the server refuses, and returns false for it. */
  static async start(
    answering: Answering,
    host = '127.0.0.1',
    admits: (...request: Parameters<Answering>) => boolean = () => true,
  ): Promise<LocalServer> {
    const server = createServer((request, response) => {
      const chunks: Buffer[] = [];
      request.on('data', (chunk: Buffer) => chunks.push(chunk));
      request.on('end', () => {
        const { method = '', url = '', headers, socket } = request;
        const body = Buffer.concat(chunks).toString('utf8');
        const received = { method, url, headers, body, socket };
        started.received.push(received);
        if (admits(received, response)) started.answering(received, response);
      });
    });
    await new Promise<void>((resolve) => server.listen(0, host, resolve));
    const started = new LocalServer(server, `${host}:${(server.address() as AddressInfo).port}`, answering);
    return started;
  }

  get port(): number {
    return Number(this.address.split(':').at(-1));
  }

  get url(): string {
    return `http://${this.address}`;
  }

  async nextRequest(): Promise<IncomingMessage> {
    return ((await once(this.server, 'request')) as [IncomingMessage])[0];
  }

  async stop(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }
}
