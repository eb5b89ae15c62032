import { Inject, Injectable } from '@nestjs/common';
import { PinoLogger } from 'nestjs-pino';
import { Budgets } from './budgets.ts';
import type { ModelUse } from './model-call.repository.ts';

/** Delay before a write, so that the uses of one turn are one statement. */
const WRITE_AFTER_MS = 1_000;
/** Delay before a retry after a database failure. */
const AGAIN_AFTER_MS = 5_000;

/** Counts the usage of calls outside the steps of a turn with a delay, so that no caller waits for the write. */
@Injectable()
export class LateUses {
  private pending = new Map<string, ModelUse[]>();
  private timer: NodeJS.Timeout | undefined;
  private writing: Promise<void> = Promise.resolve();

  constructor(
    @Inject(Budgets) private readonly budgets: Pick<Budgets, 'count'>,
    @Inject(PinoLogger) private readonly logger: Pick<PinoLogger, 'warn'>,
  ) {}

  add(orgId: string, use: ModelUse): void {
    const uses = this.pending.get(orgId);
    // Appended in place, since the list can become long while the database is unavailable.
    if (uses) uses.push(use);
    else this.pending.set(orgId, [use]);
    this.plan(WRITE_AFTER_MS);
  }

  /** Writes all pending uses; one attempt. */
  async close(): Promise<void> {
    clearTimeout(this.timer);
    this.timer = undefined;
    await this.write();
  }

  private plan(afterMs: number): void {
    this.timer ??= setTimeout(() => {
      this.timer = undefined;
      void this.write();
    }, afterMs).unref();
  }

  private write(): Promise<void> {
    this.writing = this.writing.then(() => this.writeAll());
    return this.writing;
  }

  private async writeAll(): Promise<void> {
    const { pending } = this;
    this.pending = new Map();
    for (const [orgId, uses] of pending) {
      try {
        await this.budgets.count(orgId, uses);
      } catch (error) {
        this.pending.set(orgId, [...uses, ...(this.pending.get(orgId) ?? [])]);
        this.logger.warn(
          { err: error, orgId, calls: uses.length },
          'the usage of calls could not be counted; it is retried',
        );
      }
    }
    if (this.pending.size > 0) this.plan(AGAIN_AFTER_MS);
  }
}
