import { Client } from 'pg';
import type { Transaction } from '#database';
import {
  notificationChannels,
  NotificationListeners,
  type NotificationBus,
  type NotificationChannel,
  type NotificationListener,
} from './notification-bus.ts';
import { notify } from './notification.repository.ts';

const RECONNECT_MS = 1_000;
const CHANNEL_OF_NAME = new Map(notificationChannels.map((channel) => [nameOf(channel), channel]));

/** Notifications over LISTEN and NOTIFY. PostgreSQL sends them with the commit. */
export class PostgresNotificationBus implements NotificationBus {
  private readonly listeners = new NotificationListeners();
  private client: Client | undefined;
  private reconnect: NodeJS.Timeout | undefined;
  private closed = false;

  constructor(private readonly url: string) {}

  publish(tx: Transaction, channel: NotificationChannel, message: string): Promise<void> {
    return notify(tx, nameOf(channel), message);
  }

  listen(channel: NotificationChannel, listener: NotificationListener): () => void {
    const ignore = this.listeners.add(channel, listener);
    // Only a process with listeners keeps a connection for LISTEN.
    if (!this.client && !this.reconnect) void this.connect();
    return ignore;
  }

  async close(): Promise<void> {
    this.closed = true;
    clearTimeout(this.reconnect);
    await this.client?.end().catch(() => undefined);
  }

  private async connect(): Promise<void> {
    const client = new Client({
      connectionString: this.url,
      keepAlive: true,
      application_name: 'turnpike-notifications',
    });
    this.client = client;
    client.on('notification', ({ channel: name, payload }) => {
      const channel = CHANNEL_OF_NAME.get(name);
      if (channel) this.listeners.tell(channel, payload ?? '');
    });
    client.on('error', () => this.retry());
    client.on('end', () => this.retry());
    try {
      await client.connect();
      await client.query([...CHANNEL_OF_NAME.keys()].map((name) => `LISTEN ${name}`).join('; '));
      this.listeners.connected();
    } catch {
      this.retry();
    }
  }

  private retry(): void {
    if (this.closed || this.reconnect) return;
    // The client may be connected although LISTEN failed; left open, it would occupy a server connection.
    this.client?.removeAllListeners().on('error', () => undefined);
    void this.client?.end().catch(() => undefined);
    this.client = undefined;
    this.reconnect = setTimeout(() => {
      this.reconnect = undefined;
      void this.connect();
    }, RECONNECT_MS);
    this.reconnect.unref();
  }
}

function nameOf(channel: NotificationChannel): string {
  return `turnpike_${channel.replaceAll('-', '_')}`;
}
