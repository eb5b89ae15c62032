import { Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { Database } from '#database';
import { wholeNumberSetting, type SettingReader } from '#identity';
import { FairShareRepository, type ClassLoad } from './fair-share.repository.ts';
import { priorityClasses, type PriorityClass } from './turn-job.ts';

/** Part of the slots that orgs leave free, at least one, so that the first turn of another org starts immediately. */
const RESERVED = 0.1;
/** Age at which the load is read again. */
const FRESH_MS = 1_000;

/**
 * Divides the slots of all running workers equally among the orgs that have turns in the queue. An org alone may use all slots but a
 * reserve. When another org joins, it gets the slots that become free until both have the same number. Thus the queue contains hardly
 * more turns than can run at once, and a new org does not wait behind those of others.
 */
@Injectable()
export class FairShare implements OnApplicationBootstrap {
  private shares = new Map<PriorityClass, number>();
  private readAt = -Infinity;
  private reading: Promise<void> | undefined;

  constructor(private readonly database: Database) {}

  /** Without this, the first messages of an idle process could take all slots. */
  onApplicationBootstrap(): void {
    this.readSoon();
  }

  /**
   * The number of turns that the org may have in the queue in one priority class: its own limit (`MAX_RUNNING_TURNS`) or its share,
   * whichever is lower; 0 for no limit. The share is about a second old, or that of the last message. It is not applied if no worker runs.
   */
  limitOf(settings: SettingReader, priorityClass: PriorityClass): number {
    const own = wholeNumberSetting(settings, 'MAX_RUNNING_TURNS');
    if (performance.now() - this.readAt > FRESH_MS) this.readSoon();
    const share = this.shares.get(priorityClass);
    if (share === undefined) return own;
    return own === 0 ? share : Math.min(own, share);
  }

  /** A read that fails, as in a database outage, is made up for by the next one. */
  private readSoon(): void {
    void this.read().catch(() => undefined);
  }

  /** Reads the load of the workers. Simultaneous calls share one statement. @throws DatabaseUnavailableError */
  read(): Promise<void> {
    this.reading ??= this.database
      .asPlatform('the slots of workers are divided among all orgs', (tx) =>
        new FairShareRepository(tx).load(priorityClasses),
      )
      .then((loads) => {
        const known = loads.filter(({ slots }) => slots > 0);
        this.shares = new Map(known.map((load) => [load.priorityClass, shareOf(load)]));
        this.readAt = performance.now();
      })
      .finally(() => (this.reading = undefined));
    return this.reading;
  }
}

function shareOf({ slots, orgs }: ClassLoad): number {
  const reserved = Math.ceil(slots * RESERVED);
  return Math.max(1, Math.floor((slots - reserved) / Math.max(1, orgs)));
}
