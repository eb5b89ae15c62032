import { setTimeout as delay } from 'node:timers/promises';
import type { Database, Transaction } from '#database';
import type { NotificationBus } from '../notifications/notification-bus.ts';
import { ChangeRevisionRepository } from './change-revision.repository.ts';
import { ChangeSubscriber, type Refresh } from './change-subscriber.ts';
import { changeTopics, type ChangeTopic } from './change-topics.ts';

/** Pause between two polls. Together with one refresh it stays below the 2 s in which every process must apply a change. */
const POLL_MS = 1_000;

export interface ChangesLogger {
  warn(context: object, message: string): void;
}

/**
 * Announces changes of cached values to every process within 2 s. Notifications go through the queue's backend. A poll
 * each second reads the revisions of all topics in one query and finds changes whose notification was lost. The embedded
 * database has no notifications, so only the poll works there.
 */
export class Changes {
  private readonly revisions: ChangeRevisionRepository;
  private readonly subscribers = new Map<ChangeTopic, Set<ChangeSubscriber>>();
  private polling: AbortController | undefined;
  private ignoreNotifications: (() => void) | undefined;

  constructor(
    database: Database,
    private readonly bus: NotificationBus,
    private readonly logger: ChangesLogger,
    private readonly pollMs = POLL_MS,
  ) {
    this.revisions = new ChangeRevisionRepository(database);
  }

  /**
   * Announces a change. Call it in the transaction that makes the change, as its last statement, because transactions that
   * announce the same topic wait for each other until the commit. This process refreshes before the call that made the
   * transaction returns; the other processes refresh within 2 s.
   */
  async announce(tx: Transaction, topic: ChangeTopic): Promise<void> {
    const revision = await this.revisions.raise(tx, topic);
    await this.bus.publish(tx, 'changes', `${topic} ${revision}`);
    tx.afterCommit(() => this.refresh(topic, revision));
  }

  /**
   * Calls `refresh` soon after subscribing, so that no change since the subscriber's first read is missed, and within 2 s
   * of each change in any process. Calls for one subscriber never overlap; changes during a call lead to one call after it.
   * A failed refresh is retried with the next poll.
   *
   * @returns a function that ends the subscription.
   */
  subscribe(topic: ChangeTopic, refresh: Refresh): () => void {
    const subscriber = new ChangeSubscriber(refresh, (error) =>
      this.logger.warn({ err: error, topic }, 'a change could not be loaded; it will be retried'),
    );
    const set = this.subscribers.get(topic) ?? new Set();
    set.add(subscriber);
    this.subscribers.set(topic, set);
    this.start();
    return () => {
      set.delete(subscriber);
      if (![...this.subscribers.values()].some((others) => others.size > 0)) this.stop();
    };
  }

  async close(): Promise<void> {
    this.subscribers.clear();
    this.stop();
  }

  private start(): void {
    if (this.polling) return;
    this.polling = new AbortController();
    this.ignoreNotifications = this.bus.listen('changes', {
      heard: (message) => this.hear(message),
      connected: () => void this.poll(),
    });
    void this.keepPolling(this.polling.signal);
  }

  private stop(): void {
    this.polling?.abort();
    this.polling = undefined;
    this.ignoreNotifications?.();
    this.ignoreNotifications = undefined;
  }

  private hear(message: string): void {
    const [name, revision] = message.split(' ');
    const topic = changeTopics.find((known) => known === name);
    // A newer version of this program may announce topics that this version does not know.
    if (topic) void this.refresh(topic, Number(revision));
  }

  private async refresh(topic: ChangeTopic, revision: number): Promise<void> {
    const subscribers = [...(this.subscribers.get(topic) ?? [])];
    await Promise.all(subscribers.map((subscriber) => subscriber.reach(revision)));
  }

  /** Each poll waits for the previous one; otherwise polls would pile up on the single session of the embedded database. */
  private async keepPolling(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      await this.poll();
      await delay(this.pollMs, undefined, { signal, ref: false }).catch(() => undefined);
    }
  }

  private async poll(): Promise<void> {
    const revisions = await this.revisions.read().catch((error: unknown) => {
      this.logger.warn({ err: error }, 'changes of other processes cannot be read; the next poll retries');
      return undefined;
    });
    if (!revisions) return;
    // Not awaited: a slow refresh of one topic must not delay another topic.
    for (const topic of this.subscribers.keys()) void this.refresh(topic, revisions.get(topic) ?? 0);
  }
}
