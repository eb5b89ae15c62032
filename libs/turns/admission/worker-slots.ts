import { randomUUID } from 'node:crypto';
import type { Database } from '#database';
import { FairShareRepository } from './fair-share.repository.ts';
import type { PriorityClass } from './turn-job.ts';

const REPORT_MS = 5_000;

/** Reports how many turns this worker can run at once, for {@link FairShare}. The report of an ended worker ages. */
export class WorkerSlots {
  private readonly process = randomUUID();
  private timer: NodeJS.Timeout | undefined;

  constructor(
    private readonly database: Database,
    private readonly slots: Record<PriorityClass, number>,
  ) {}

  start(): void {
    this.reportSoon();
    this.timer = setInterval(() => this.reportSoon(), REPORT_MS);
    this.timer.unref();
  }

  stop(): void {
    clearInterval(this.timer);
  }

  report(): Promise<void> {
    return this.database.asPlatform('workers report the slots that all orgs share', (tx) =>
      new FairShareRepository(tx).report(this.process, this.slots),
    );
  }

  /** A report that fails, as in a database outage, is made up for by the next one. */
  private reportSoon(): void {
    void this.report().catch(() => undefined);
  }
}
