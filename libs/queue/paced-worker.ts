import { Worker, type Job } from 'bullmq';

/**
 * A worker of BullMQ that pauses `runRetryDelay` after a backend that refuses it, as PostgreSQL does while it starts or
 * takes no more connections. BullMQ pauses so where nobody listens, and else asks again at once or after 0.1 s.
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
