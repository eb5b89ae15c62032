import { Client } from 'pg';
import type { Transaction } from '#database';
import { TurnListeners, type TurnNews } from './turn-news.ts';

const CHANNEL = 'turnpike_turn_news';
const RECONNECT_MS = 1_000;

/** News over LISTEN and NOTIFY: sent by the commit itself. */
export class PostgresTurnNews implements TurnNews {
  private readonly listeners = new TurnListeners();
  private client: Client | undefined;
  private reconnect: NodeJS.Timeout | undefined;
  private closed = false;

  constructor(private readonly url: string) {}

  async announce(tx: Transaction, turnId: string): Promise<void> {
    await tx.queryUnscoped(`SELECT pg_notify('${CHANNEL}', $1)`, [turnId]);
  }

  watch(_orgId: string, turnId: string, listener: () => void): () => void {
    // Only a process that has readers keeps the connection for them.
    if (!this.client && !this.reconnect) void this.listen();
    return this.listeners.add(turnId, listener);
  }

  async close(): Promise<void> {
    this.closed = true;
    clearTimeout(this.reconnect);
    await this.client?.end().catch(() => undefined);
  }

  private async listen(): Promise<void> {
    const client = new Client({
      connectionString: this.url,
      keepAlive: true,
      application_name: 'turnpike-news',
    });
    this.client = client;
    client.on('notification', (message) => this.listeners.tell(message.payload ?? ''));
    client.on('error', () => this.retry());
    client.on('end', () => this.retry());
    try {
      await client.connect();
      await client.query(`LISTEN ${CHANNEL}`);
      this.listeners.tellAll();
    } catch {
      this.retry();
    }
  }

  private retry(): void {
    if (this.closed || this.reconnect) return;
    // It may be connected without listening: left open it would keep a connection of the server.
    this.client?.removeAllListeners().on('error', () => undefined);
    void this.client?.end().catch(() => undefined);
    this.client = undefined;
    this.reconnect = setTimeout(() => {
      this.reconnect = undefined;
      void this.listen();
    }, RECONNECT_MS);
    this.reconnect.unref();
  }
}
