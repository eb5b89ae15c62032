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

/** A worker that dies again and again must not make a job look stalled out: attempts, not stalls, end it. */
const MAX_STALLED_COUNT = 1_000;
/** A worker that waits is told of jobs at once; after so long it asks all the same. */
const DRAIN_DELAY_S = 5;
/** Between two questions whether a backend that was away is back. */
const RETRY_MS = 1_000;

/** Takes jobs out of the queues and hands each to its one processor. */
export class JobWorkers {
  private readonly workers = new Set<Worker>();
  private readonly processors: Map<JobName, JobProcessor>;
  private readonly shares = sharesByJob();
  private closing = false;

  /**
   * @throws JobCatalogueError when a job of the catalogue has no processor, or two.
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

  /** Takes no more jobs and waits for those that run, `timeoutMs` at most: without its backend a worker never closes. */
  async close(timeoutMs: number): Promise<void> {
    this.closing = true;
    const closed = Promise.allSettled([...this.workers].map((worker) => worker.close()));
    const late = delay(timeoutMs, undefined, { ref: false });
    await Promise.race([closed, late]);
  }

  /**
   * BullMQ asks its backend once whether it can be used. A worker that met one that was away is told so for ever, and asks
   * again without a pause in which anything else could happen: it is made anew until the backend is there.
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
      autorun: false,
    });
    worker.on('error', (error) =>
      this.options.logger.warn({ err: error, queue }, 'the queue cannot be reached'),
    );
    worker.on('failed', (job, error) => this.reportFailed(queue, job, error));
    this.workers.add(worker);
    return worker;
  }

  /** An attempt that failed is followed by another one; a person must look at a job that has none left. */
  private reportFailed(queue: string, job: Job | undefined, error: Error): void {
    const failed = { err: error, queue, job: job?.name, jobId: job?.id, attempt: job?.attemptsMade };
    // `finishedOn` is set when BullMQ gives the job up: after the last attempt, or an error that no attempt can mend.
    if (job?.finishedOn === undefined)
      this.options.logger.warn(failed, 'an attempt of a job failed; it is tried again');
    else if (isScheduled(job.name) && outagePauseMs(error, 0) !== undefined)
      this.options.logger.warn(failed, 'the database is away; the next job of the schedule does its work');
    else this.options.logger.error(failed, 'a job failed for good');
  }

  private async run(job: Job, token: string | undefined): Promise<void> {
    const name = job.name as JobName;
    const processor = this.processors.get(name);
    if (!processor) throw new UnrecoverableError(`No job ${job.name} in the catalogue of this version`);
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
   * How long the job waits without losing an attempt; undefined when the attempt has failed. Of a job that comes by the
   * clock, the next one does the work of one that met an outage.
   */
  private pauseMsAfter(error: unknown, name: JobName, job: Job): number | undefined {
    if (error instanceof RunLaterError) return error.delayMs;
    if (isScheduled(name)) return undefined;
    const pauseMs = outagePauseMs(error, machineNow() - job.timestamp);
    if (pauseMs !== undefined) {
      const waits = { err: error, job: name, jobId: job.id };
      this.options.logger.warn(waits, 'the database is away; the job waits for it');
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
