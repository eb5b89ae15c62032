import { Inject, Injectable } from '@nestjs/common';
import { PinoLogger } from 'nestjs-pino';
import { Budgets } from './budgets.ts';
import type { ModelUse } from './model-call.repository.ts';

/** Uses wait this long for company: what one turn asks for is one statement. */
const WRITE_AFTER_MS = 1_000;
/** Pause before another try when the database was away. */
const AGAIN_AFTER_MS = 5_000;

/** Counts what calls used that belong to no turn's step, a little later: nobody waits for it. */
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
    // Not a copy of them: while the database is away there may be many.
    if (uses) uses.push(use);
    else this.pending.set(orgId, [use]);
    this.plan(WRITE_AFTER_MS);
  }

  /** All that was added until now is written, or was tried to be. */
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
          'what calls used could not be counted yet',
        );
      }
    }
    if (this.pending.size > 0) this.plan(AGAIN_AFTER_MS);
  }
}
