import { setTimeout as delay } from 'node:timers/promises';
import type { Database, Transaction } from '#database';
import type { NotificationBus } from '../notifications/notification-bus.ts';
import { ChangeRevisionRepository } from './change-revision.repository.ts';
import { ChangeSubscriber, type Refresh } from './change-subscriber.ts';
import { changeTopics, type ChangeTopic } from './change-topics.ts';

/** Pause between two polls: with one refresh it stays within the 2 s in which a change takes effect everywhere. */
const POLL_MS = 1_000;

/** Where failed refreshes and polls are reported. */
export interface ChangesLogger {
  warn(context: object, message: string): void;
}

/**
 * Tells every process within 2 s that something it keeps in memory was changed by another one. The notifications goes by the
 * queue's backend; one poll a second of all revisions, one query for all topics, finds what the notifications missed, and is all
 * there is on the embedded database.
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
   * Called in the transaction that makes the change, as its last statement: transactions that announce the same topic
   * wait for each other from here to the commit. After the commit this process has refreshed before the call that made
   * the transaction returns; the others follow within 2 s.
   */
  async announce(tx: Transaction, topic: ChangeTopic): Promise<void> {
    const revision = await this.revisions.raise(tx, topic);
    await this.bus.publish(tx, 'changes', `${topic} ${revision}`);
    tx.afterCommit(() => this.refresh(topic, revision));
  }

  /**
   * Calls `refresh` soon after subscribing, so that nothing is missed since the subscriber's own first look, and within
   * 2 s of each change in any process. Calls for one subscriber never overlap; changes that come meanwhile are one call
   * afterwards. A refresh that fails is tried again with the next poll.
   *
   * @returns the end of the subscription.
   */
  subscribe(topic: ChangeTopic, refresh: Refresh): () => void {
    const subscriber = new ChangeSubscriber(refresh, (error) =>
      this.logger.warn({ err: error, topic }, 'a change could not be taken over; it is tried again'),
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
    // A newer version of this program may know topics that this one does not.
    if (topic) void this.refresh(topic, Number(revision));
  }

  private async refresh(topic: ChangeTopic, revision: number): Promise<void> {
    const subscribers = [...(this.subscribers.get(topic) ?? [])];
    await Promise.all(subscribers.map((subscriber) => subscriber.reach(revision)));
  }

  /** The next poll waits for the one before: on the one session of the embedded database they would pile up. */
  private async keepPolling(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      await this.poll();
      await delay(this.pollMs, undefined, { signal, ref: false }).catch(() => undefined);
    }
  }

  private async poll(): Promise<void> {
    const revisions = await this.revisions.read().catch((error: unknown) => {
      this.logger.warn({ err: error }, 'changes of other processes cannot be asked for; it is tried again');
      return undefined;
    });
    if (!revisions) return;
    // Not waited for: a slow refresh of one topic delays no other.
    for (const topic of this.subscribers.keys()) void this.refresh(topic, revisions.get(topic) ?? 0);
  }
}
