import { OrgTransaction, type Database, type Transaction } from '#database';
import {
  NotificationListeners,
  type NotificationBus,
  type NotificationChannel,
  type NotificationListener,
} from './notification-bus.ts';
import {
  firstSeq,
  insertNotification,
  notificationsAfter,
  removeNotifications,
} from './notification.repository.ts';

/** Interval of polls. Together with the flush of the events it stays below the 250 ms limit for a live event. */
const POLL_MS = 100;
const PUBLISHED_PER_REMOVAL = 500;

/**
 * The bus of the embedded database, where NOTIFY does not cross sessions: notifications of turns are rows, which one poller a
 * process reads, however many streams wait for them. Changes have a poll of their own.
 */
export class PolledNotificationBus implements NotificationBus {
  private readonly listeners = new NotificationListeners();
  private timer: NodeJS.Timeout | undefined;
  private polling: Promise<void> | undefined;
  private last: string | undefined;
  private published = 0;
  private listening = 0;

  constructor(private readonly database: Database) {}

  async publish(tx: Transaction, channel: NotificationChannel, message: string): Promise<void> {
    if (channel !== 'turn-notifications' || !(tx instanceof OrgTransaction)) return;
    await insertNotification(tx, message);
    this.published += 1;
    if (this.published % PUBLISHED_PER_REMOVAL === 0) tx.afterCommit(() => this.removeOld());
  }

  /** The poller runs while somebody listens. */
  listen(channel: NotificationChannel, listener: NotificationListener): () => void {
    if (channel !== 'turn-notifications') return () => undefined;
    const ignore = this.listeners.add(channel, listener);
    this.listening += 1;
    this.timer ??= setInterval(() => this.pollOnce(), POLL_MS);
    return () => {
      ignore();
      this.listening -= 1;
      if (this.listening > 0) return;
      clearInterval(this.timer);
      this.timer = undefined;
      this.last = undefined;
    };
  }

  async close(): Promise<void> {
    clearInterval(this.timer);
    await this.polling;
  }

  /** Also without any listener, since every turn publishes. A failure leaves the rows to the next removal. */
  private removeOld(): void {
    void this.database
      .asPlatform('old notifications of every org are removed', removeNotifications)
      .catch(() => undefined);
  }

  /** A poll that takes longer than the interval takes the place of the next. */
  private pollOnce(): void {
    this.polling ??= this.poll().finally(() => (this.polling = undefined));
  }

  private async poll(): Promise<void> {
    try {
      const { last } = this;
      const rows = await this.database.asPlatform('one poll reads the notifications of every org', (tx) =>
        last === undefined ? firstSeq(tx) : notificationsAfter(tx, last),
      );
      this.last = rows.at(-1)?.seq ?? last;
      // Notifications sent before the first poll are unknown.
      if (last === undefined) this.listeners.connected();
      else for (const { message } of rows) this.listeners.tell('turn-notifications', message);
    } catch {
      // The database is away. It may lose the rows, which are not logged.
      this.last = undefined;
    }
  }
}
