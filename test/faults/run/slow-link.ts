import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';

/** A proxy between processes and their database that delays every packet for a while. */
export class SlowLink {
  private delayMs = 0;
  private readonly sockets = new Set<Socket>();

  private constructor(
    private readonly listener: Server,
    private readonly target: URL,
  ) {}

  static async start(target: string): Promise<SlowLink> {
    const listener = createServer({ noDelay: true });
    const link = new SlowLink(listener, new URL(target));
    listener.on('connection', (client) => link.join(client));
    listener.listen(0, '127.0.0.1');
    await once(listener, 'listening');
    return link;
  }

  get url(): string {
    const url = new URL(this.target);
    url.hostname = '127.0.0.1';
    url.port = String((this.listener.address() as AddressInfo).port);
    return url.toString();
  }

  /** Delays every packet by `delayMs` for the given duration. */
  async slowDown(delayMs: number, forMs: number): Promise<void> {
    this.delayMs = delayMs;
    await delay(forMs);
    this.delayMs = 0;
  }

  async stop(): Promise<void> {
    this.listener.close();
    for (const socket of this.sockets) socket.destroy();
    await once(this.listener, 'close');
  }

  private join(client: Socket): void {
    const server = connect({
      port: Number(this.target.port || 5432),
      host: this.target.hostname,
      noDelay: true,
    });
    for (const [from, to] of [
      [client, server],
      [server, client],
    ] as const) {
      this.sockets.add(from);
      from.on('error', () => undefined);
      // Packets are sent one after the other, so that none overtakes the previous one.
      let sent = Promise.resolve();
      from.on('data', (packet) => {
        sent = sent.then(() => this.pass(packet, to));
      });
      from.on('close', () => {
        this.sockets.delete(from);
        void sent.then(() => to.destroy());
      });
    }
  }

  private async pass(packet: Buffer, to: Socket): Promise<void> {
    if (this.delayMs > 0) await delay(this.delayMs);
    if (!to.destroyed) to.write(packet);
  }
}
