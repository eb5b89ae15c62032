import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';

/** The side of a packet on which the sender dies: the packet is not sent, or its response does not arrive. */
export const cutSides = ['before', 'after'] as const;
export type CutSide = (typeof cutSides)[number];

/** A proxy between processes and their database, which can delay packets for a while, and which can die. */
export class DatabaseProxy {
  private readonly pairs = new Set<{ client: Socket; server: Socket }>();
  private delayMs = 0;
  private left = Infinity;
  private side: CutSide = 'before';
  private dead = false;
  private cutting: () => void = () => undefined;

  private constructor(
    private readonly listener: Server,
    private readonly target: URL,
  ) {}

  /** @param target URL of the database. */
  static async start(target: string): Promise<DatabaseProxy> {
    const listener = createServer({ noDelay: true });
    const proxy = new DatabaseProxy(listener, new URL(target));
    listener.on('connection', (client) => proxy.join(client));
    listener.listen(0, '127.0.0.1');
    await once(listener, 'listening');
    return proxy;
  }

  get url(): string {
    const url = new URL(this.target);
    url.hostname = '127.0.0.1';
    url.port = String((this.listener.address() as AddressInfo).port);
    return url.toString();
  }

  get wasCut(): boolean {
    return this.dead;
  }

  /** Delays every packet by `delayMs` for the given duration. */
  async slowDown(delayMs: number, forMs: number): Promise<void> {
    this.delayMs = delayMs;
    await delay(forMs);
    this.delayMs = 0;
  }

  /**
   * Resolves at the cut, which happens at the packet with this number that a process sends, counted from now. After the
   * cut nothing is forwarded in either direction: to the database the process looks as dead as after SIGKILL, while the
   * process keeps running.
   */
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
    const { hostname: host, port } = this.target;
    const server = connect({ host, port: Number(port || 5432), noDelay: true });
    const pair = { client, server };
    this.pairs.add(pair);
    client.on('close', () => this.pairs.delete(pair));
    this.forward(client, {
      send: (packet) => this.sendToDatabase(packet, server),
      ended: () => server.destroy(),
    });
    this.forward(server, {
      send: (packet) => {
        if (!this.dead) client.write(packet);
      },
      ended: () => {
        if (!this.dead) client.destroy();
      },
    });
  }

  private forward(
    from: Socket,
    { send, ended }: { send: (packet: Buffer) => void; ended: () => void },
  ): void {
    from.on('error', () => undefined);
    // Packets are sent one after the other, so that none overtakes the previous one.
    let sent = Promise.resolve();
    from.on('data', (packet) => {
      sent = sent.then(async () => {
        if (this.delayMs > 0) await delay(this.delayMs);
        send(packet);
      });
    });
    from.on('close', () => void sent.then(ended));
  }

  private sendToDatabase(packet: Buffer, server: Socket): void {
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
