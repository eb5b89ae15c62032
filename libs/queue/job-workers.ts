import { setTimeout as delay } from 'node:timers/promises';
import { DelayedError, UnrecoverableError, type Job, type Worker } from 'bullmq';
import type { PinoLogger } from 'nestjs-pino';
import { TurnpikeError } from '#contracts';
import { outagePauseMs } from '#database';
import {
  jobCatalogue,
  jobNames,
  queueNames,
  type JobDefinition,
  type JobName,
  type JobPayload,
} from './job-catalogue.ts';
import { JobCatalogueError, RunLaterError, type JobProcessor } from './job-processor.ts';
import { machineNow } from './machine-now.ts';
import { OrgShares } from './org-shares.ts';
import { PacedWorker } from './paced-worker.ts';
import { WarmUp } from './warm-up.ts';
import type { QueueConnection } from './queue-connection.ts';

/** High enough that a job fails by its attempts and not by the number of times its worker died. */
const MAX_STALLED_COUNT = 1_000;
/** An idle worker is notified of new jobs. It also polls at this interval. */
const DRAIN_DELAY_S = 5;
/** Failed jobs are kept for the console. */
const KEEP_FAILED = { age: 7 * 24 * 3_600, count: 10_000 };
/** Pause between two connection attempts to an unreachable backend. */
const RETRY_MS = 1_000;

/** Takes jobs out of the queues and hands each to its one processor. */
export class JobWorkers {
  private readonly workers = new Set<Worker>();
  private readonly processors: Map<JobName, JobProcessor>;
  private readonly shares = sharesByJob();
  private closing = false;

  /**
   * @throws JobCatalogueError if a job of the catalogue does not have exactly one processor.
   */
  constructor(
    private readonly connection: QueueConnection,
    processors: JobProcessor[],
    private readonly options: { concurrency: number; logger: Pick<PinoLogger, 'error' | 'warn'> },
  ) {
    this.processors = indexByJob(processors);
  }

  start(): void {
    for (const queue of queueNames) void this.startWorker(queue);
  }

  /**
   * Takes no more jobs and waits up to `timeoutMs` for running jobs. The limit is needed because a worker never closes
   * without its backend.
   */
  async close(timeoutMs: number): Promise<void> {
    this.closing = true;
    const closed = Promise.allSettled([...this.workers].map((worker) => worker.close()));
    const late = delay(timeoutMs, undefined, { ref: false });
    await Promise.race([closed, late]);
  }

  /**
   * Opens the worker of a queue. BullMQ checks its backend only once: a worker whose backend was unreachable at that time
   * fails for ever and retries in a loop that blocks the process. The worker is therefore recreated until the backend is
   * reachable.
   */
  private async startWorker(queue: string): Promise<void> {
    while (!this.closing) {
      const worker = this.openWorker(queue);
      try {
        await worker.waitUntilReady();
        return await worker.run();
      } catch (error) {
        this.options.logger.warn({ err: error, queue }, 'the queue cannot be reached');
        this.workers.delete(worker);
        void worker.close().catch(() => undefined);
        await delay(RETRY_MS, undefined, { ref: false });
      }
    }
  }

  private openWorker(queue: string): Worker {
    const definition = definitionOf(queue);
    const concurrency =
      definition.concurrency === 'setting' ? this.options.concurrency : definition.concurrency;
    const warmUp = new WarmUp(concurrency);
    const work = (job: Job, token?: string) => warmUp.run(() => this.run(job, token));
    const worker = new PacedWorker(this.connection.queueName(queue), work, {
      connection: this.connection.forWorkers,
      prefix: this.connection.prefix,
      concurrency,
      lockDuration: definition.lockMs,
      stalledInterval: definition.stalledCheckMs,
      maxStalledCount: MAX_STALLED_COUNT,
      drainDelay: DRAIN_DELAY_S,
      runRetryDelay: RETRY_MS,
      removeOnFail: KEEP_FAILED,
      autorun: false,
    });
    worker.on('error', (error) =>
      this.options.logger.warn({ err: error, queue }, 'the queue cannot be reached'),
    );
    worker.on('failed', (job, error) => this.reportFailed(queue, job, error));
    this.workers.add(worker);
    return worker;
  }

  /** Logs a failed attempt as a warning, and a job without attempts left as an error, which a person must look at. */
  private reportFailed(queue: string, job: Job | undefined, error: Error): void {
    const failed = { err: error, queue, job: job?.name, jobId: job?.id, attempt: job?.attemptsMade };
    // BullMQ sets `finishedOn` when the job has failed: after the last attempt or a permanent error.
    if (job?.finishedOn === undefined)
      this.options.logger.warn(failed, 'an attempt of a job failed; it will be retried');
    else if (isScheduled(job.name) && outagePauseMs(error, 0) !== undefined)
      this.options.logger.warn(failed, 'the database is unreachable; the next scheduled job does the work');
    else this.options.logger.error(failed, 'a job failed permanently');
  }

  private async run(job: Job, token: string | undefined): Promise<void> {
    const name = job.name as JobName;
    const processor = this.processors.get(name);
    if (!processor) throw new UnrecoverableError(`Job ${job.name} is not in the catalogue of this version`);
    const payload = jobCatalogue[name].payload.safeParse(job.data);
    if (!payload.success)
      throw new UnrecoverableError(`The payload of ${name} cannot be read: ${payload.error.message}`);
    const attempt = job.attemptsMade + 1;
    try {
      await this.withinShare(name, payload.data, () =>
        processor.process(payload.data, {
          id: job.id ?? '',
          attempt,
          lastAttempt: attempt >= (job.opts.attempts ?? 1),
        }),
      );
    } catch (error) {
      const pauseMs = this.pauseMsAfter(error, name, job);
      if (pauseMs !== undefined) {
        // PostgreSQL takes whole milliseconds only.
        await job.moveToDelayed(machineNow() + Math.ceil(pauseMs), token);
        throw new DelayedError((error as Error).message);
      }
      if (error instanceof TurnpikeError && error.retry === 'fail')
        throw new UnrecoverableError(error.message);
      throw error;
    }
  }

  /**
   * Returns the pause before the job runs again without using up an attempt, or undefined if the attempt failed. After an
   * outage, the work of a scheduled job is left to the next job of the schedule.
   */
  private pauseMsAfter(error: unknown, name: JobName, job: Job): number | undefined {
    if (error instanceof RunLaterError) return error.delayMs;
    if (isScheduled(name)) return undefined;
    const pauseMs = outagePauseMs(error, machineNow() - job.timestamp);
    if (pauseMs !== undefined) {
      const waits = { err: error, job: name, jobId: job.id };
      this.options.logger.warn(waits, 'the database is unreachable; the job runs again later');
    }
    return pauseMs;
  }

  private withinShare(name: JobName, payload: JobPayload<JobName>, work: () => Promise<void>): Promise<void> {
    const shares = this.shares.get(name);
    return shares && 'orgId' in payload ? shares.run(payload.orgId, work) : work();
  }
}

function isScheduled(name: string): boolean {
  return jobNames.some((known) => known === name && jobCatalogue[known].everyMs !== null);
}

function sharesByJob(): Map<JobName, OrgShares> {
  return new Map(
    jobNames.flatMap((name) => {
      const { perOrg }: JobDefinition = jobCatalogue[name];
      return perOrg === null ? [] : [[name, new OrgShares(perOrg)]];
    }),
  );
}

function definitionOf(queue: string): JobDefinition {
  const name = jobNames.find((candidate) => jobCatalogue[candidate].queue === queue);
  if (!name) throw new JobCatalogueError([`queue ${queue} has no job`]);
  return jobCatalogue[name];
}

function indexByJob(processors: JobProcessor[]): Map<JobName, JobProcessor> {
  const problems = jobNames.flatMap((name) => {
    const count = processors.filter((processor) => processor.job === name).length;
    return count === 1 ? [] : [`job ${name} has ${count} processors, expected exactly one`];
  });
  if (problems.length > 0) throw new JobCatalogueError(problems);
  return new Map(processors.map((processor) => [processor.job, processor]));
}
