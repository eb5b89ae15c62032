import { Worker, type Job } from 'bullmq';

/**
 * A BullMQ worker that pauses for `runRetryDelay` after the backend refuses it, as PostgreSQL does while it starts or has
 * no free connections. BullMQ itself pauses only if there is no error listener; otherwise it retries at once or after 0.1 s.
 */
export class PacedWorker extends Worker {
  protected override async moveToActive(token: string, name?: string): Promise<Job> {
    try {
      return await super.moveToActive(token, name);
    } catch (error) {
      if (!this.closing) await this.delay();
      throw error;
    }
  }

  override async delay(...[milliseconds, ...rest]: Parameters<Worker['delay']>): Promise<void> {
    await super.delay(milliseconds ?? this.opts.runRetryDelay, ...rest);
  }
}
