import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net';

/** The side of a packet on which the sender dies: the packet is not sent, or its response does not arrive. */
export const cutSides = ['before', 'after'] as const;
export type CutSide = (typeof cutSides)[number];

/**
 * A proxy between a process and its database. After a cut at a given packet it forwards nothing in either direction: to
 * the database the process looks as dead as after SIGKILL, while the process keeps running.
 */
export class CutProxy {
  private readonly pairs = new Set<{ client: Socket; server: Socket }>();
  private left = Infinity;
  private side: CutSide = 'before';
  private dead = false;
  private cutting: () => void = () => undefined;

  private constructor(
    private readonly listener: Server,
    private readonly target: URL,
  ) {}

  /** @param target URL of the database. */
  static async start(target: string): Promise<CutProxy> {
    const listener = createServer();
    const proxy = new CutProxy(listener, new URL(target));
    listener.on('connection', (client) => proxy.join(client));
    listener.listen(0, '127.0.0.1');
    await once(listener, 'listening');
    return proxy;
  }

  /** URL of the database through the proxy. */
  get url(): string {
    const url = new URL(this.target);
    url.hostname = '127.0.0.1';
    url.port = String((this.listener.address() as AddressInfo).port);
    return url.toString();
  }

  get wasCut(): boolean {
    return this.dead;
  }

  /** Resolves at the cut, which happens at the packet with this number, counted from now. */
  cutAt(packet: number, side: CutSide): Promise<void> {
    this.left = packet;
    this.side = side;
    const { promise, resolve } = Promise.withResolvers<void>();
    this.cutting = resolve;
    return promise;
  }

  /** Closes the remaining connections. */
  async stop(): Promise<void> {
    this.dead = true;
    for (const { client, server } of this.pairs) {
      client.destroy();
      server.destroy();
    }
    this.listener.close();
    await once(this.listener, 'close');
  }

  private join(client: Socket): void {
    const server = connect(Number(this.target.port || 5432), this.target.hostname);
    const pair = { client, server };
    this.pairs.add(pair);
    client.on('error', () => undefined);
    server.on('error', () => undefined);
    client.on('close', () => server.destroy());
    server.on('close', () => {
      if (!this.dead) client.destroy();
    });
    client.on('data', (packet) => this.pass(packet, server));
    server.on('data', (packet) => {
      if (!this.dead) client.write(packet);
    });
  }

  private pass(packet: Buffer, server: Socket): void {
    if (this.dead) return;
    this.left -= 1;
    if (this.left > 0) return void server.write(packet);
    this.dead = true;
    if (this.side === 'before') return this.hangUp();
    // The database executes the packet, but its response is dropped.
    server.once('data', () => this.hangUp());
    server.write(packet);
  }

  private hangUp(): void {
    for (const { server } of this.pairs) server.destroy();
    this.cutting();
  }
}
