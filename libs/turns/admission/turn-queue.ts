import { Inject, Injectable } from '@nestjs/common';
import { PinoLogger } from 'nestjs-pino';
import { JobQueue, runInRounds } from '#queue';
import { turnJobOf, type TurnJob } from './turn-job.ts';

/** Puts turns into the queue of their priority class. The job is only a pointer: the row of the turn is the truth. */
@Injectable()
export class TurnQueue {
  constructor(
    private readonly jobs: JobQueue,
    @Inject(PinoLogger) private readonly logger: Pick<PinoLogger, 'warn'>,
  ) {}

  /** Never throws: a turn that could not be enqueued stays in the database, where the sweeper finds it. */
  async enqueue({ orgId, turnId, run, channel }: TurnJob): Promise<void> {
    const { name, id } = turnJobOf({ turnId, run, channel });
    try {
      await this.jobs.enqueue(name, { v: 1, orgId, turnId, run }, { jobId: id });
    } catch (error) {
      this.logger.warn({ err: error, turnId }, 'the turn could not be enqueued; the sweeper will enqueue it');
    }
  }

  /** Like {@link enqueue}, for many turns with limited concurrency. */
  async enqueueAll(jobs: readonly TurnJob[]): Promise<void> {
    await runInRounds(jobs, (job) => this.enqueue(job));
  }

  /** @returns the turns without a job in the queue. */
  withoutJob<Job extends TurnJob>(jobs: readonly Job[]): Promise<Job[]> {
    return this.jobs.withoutJob(jobs, turnJobOf);
  }
}
