import { Inject, Injectable } from '@nestjs/common';
import { PinoLogger } from 'nestjs-pino';
import { CLOCK, newId, type Clock } from '#config';
import { Database, type OrgTransaction } from '#database';
import { currentTraceparent, newTraceparent } from '#telemetry';
import { JobQueue } from '../job-queue.ts';
import { runInRounds } from '../run-in-rounds.ts';
import { OutboxTaskPayloadError } from './outbox-task.errors.ts';
import { outboxTaskPayloads, type OutboxTaskJob, type OutboxTaskPayload } from './outbox-task-catalogue.ts';
import {
  OutboxTaskRepository,
  strandedOutboxTasks,
  type QueuedOutboxTask,
} from './outbox-task.repository.ts';
import { OutboxTaskRunner, type OutboxTaskHandler } from './outbox-task-runner.ts';

/** An outbox task that has been due for less time is probably being enqueued now, so the sweep skips it. */
const GRACE_MS = 5_000;
/** Pause before planned work is requested again after a task became dead, which leaves an admin time to retry the task. */
const PLANNED_AGAIN_AFTER_MS = 3_600_000;
/** Rows per read of the sweep. It is large because the queue reads the ids of all its jobs for each batch. */
const BATCH = 10_000;

/** Work to do after the commit of its cause. */
export interface NewOutboxTask<Name extends OutboxTaskJob = OutboxTaskJob> {
  job: Name;
  /** Deduplication key within org and job: until 30 days after the end of the task, a second request adds nothing. */
  key: string;
  payload: OutboxTaskPayload<Name>;
  turnId?: string;
  conversationId?: string;
  /** Earliest start; at once if absent. */
  runAt?: Date;
  /** The trace to continue; the trace of the active span if absent. */
  traceparent?: string;
}

/**
 * The outbox writes a row in the transaction of the cause and enqueues a job after the commit. A sweep enqueues rows
 * without a job.
 */
@Injectable()
export class Outbox {
  private readonly runner: OutboxTaskRunner;

  constructor(
    @Inject(Database) private readonly database: Database,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(JobQueue) private readonly jobs: Pick<JobQueue, 'enqueue' | 'withoutJob'>,
    @Inject(PinoLogger) private readonly logger: Pick<PinoLogger, 'info' | 'warn' | 'error'>,
  ) {
    this.runner = new OutboxTaskRunner(database, clock, logger, (next) => this.enqueue(next));
  }

  /**
   * Adds an outbox task in the caller's transaction with one statement. The job is enqueued after the commit. If the queue
   * is unreachable, the work waits for the next sweep and the call still succeeds.
   *
   * @returns false if the work has already been requested.
   */
  async add<Name extends OutboxTaskJob>(
    tx: OrgTransaction,
    outboxTask: NewOutboxTask<Name>,
  ): Promise<boolean> {
    const createdAt = this.clock.now();
    const { job, key, runAt = createdAt, turnId = null, conversationId = null } = outboxTask;
    const id = newId(this.clock);
    const added = await new OutboxTaskRepository(tx).add({
      id,
      job,
      key,
      turnId,
      conversationId,
      traceparent: outboxTask.traceparent ?? currentTraceparent() ?? newTraceparent(),
      payload: outboxTaskPayloads[job].parse(outboxTask.payload),
      runAt,
      createdAt,
    });
    if (added) tx.afterCommit(() => this.enqueue({ orgId: tx.orgId, id, job, run: 0, runAt }));
    return added;
  }

  /**
   * Adds an outbox task unless one with the same `key` waits or runs. After that task has ended, the key may be used again.
   *
   * @returns false while such a task waits or runs.
   */
  async addUnlessUnderWay<Name extends OutboxTaskJob>(
    tx: OrgTransaction,
    outboxTask: NewOutboxTask<Name>,
  ): Promise<boolean> {
    const { job, key } = outboxTask;
    if (await new OutboxTaskRepository(tx).isUnderWay(job, key)) return false;
    return this.add(tx, { ...outboxTask, key: `${key}/${newId(this.clock)}` });
  }

  /**
   * Returns whether a task of the job waits or runs in the org, or became dead within the last hour. Scheduled planners
   * use it.
   */
  hasRecentTask(tx: OrgTransaction, job: OutboxTaskJob): Promise<boolean> {
    const deadSince = new Date(this.clock.now().getTime() - PLANNED_AGAIN_AFTER_MS);
    return new OutboxTaskRepository(tx).hasRecentTask(job, deadSince);
  }

  /**
   * Runs the outbox task of a job, if it can be claimed, and records the end.
   *
   * @throws RunLaterError if it is not due yet or another worker holds it.
   */
  run<Name extends OutboxTaskJob>(
    job: Name,
    pointer: { orgId: string; outboxTaskId: string },
    handler: OutboxTaskHandler<Name>,
  ): Promise<void> {
    return this.runner.run(job, pointer, handler);
  }

  /**
   * Retries a dead outbox task with all its attempts. It updates the row in the caller's transaction and enqueues the job after the commit.
   *
   * @param payload replaces the stored payload.
   * @returns the previous payload; undefined if the org has no such dead outbox task.
   * @throws OutboxTaskPayloadError for a payload that does not match the schema of the job.
   */
  async retry(tx: OrgTransaction, id: string, payload?: unknown): Promise<{ payload: unknown } | undefined> {
    const repository = new OutboxTaskRepository(tx);
    const failed = await repository.failed(id);
    if (!failed || !isOutboxTaskJob(failed.job)) return undefined;
    const fits = outboxTaskPayloads[failed.job].safeParse(payload ?? failed.payload);
    if (!fits.success) throw new OutboxTaskPayloadError(failed.job, fits.error);
    const runAt = this.clock.now();
    const run = await repository.retry(id, runAt, payload === undefined ? undefined : fits.data);
    if (run === undefined) return undefined;
    const { orgId } = tx;
    tx.afterCommit(() => this.enqueue({ orgId, id, job: failed.job, run, runAt }));
    return { payload: failed.payload };
  }

  /** Deletes a dead outbox task. @returns false if the org has no such dead outbox task. */
  remove(tx: OrgTransaction, id: string): Promise<boolean> {
    return new OutboxTaskRepository(tx).remove(id);
  }

  /**
   * Enqueues due tasks without a job, after the queue was unreachable or lost its data.
   *
   * @returns the number of enqueued tasks.
   */
  async sweep(): Promise<number> {
    const dueBefore = new Date(this.clock.now().getTime() - GRACE_MS);
    let enqueued = 0;
    let after: QueuedOutboxTask | undefined;
    do {
      const page = { dueBefore, graceMs: GRACE_MS, limit: BATCH, ...(after ? { after } : {}) };
      const stranded = await this.database.asPlatform('the sweep enqueues outbox tasks of every org', (tx) =>
        strandedOutboxTasks(tx, page),
      );
      const forgotten = await this.jobs.withoutJob(stranded.filter(isOfKnownJob), jobOf);
      const anew = await runInRounds(forgotten, (row) => this.enqueueAnew(row));
      enqueued += anew.filter(Boolean).length;
      after = stranded.length === BATCH ? stranded.at(-1) : undefined;
    } while (after);
    if (enqueued > 0) this.logger.info({ enqueued }, 'outbox tasks without a job were enqueued');
    return enqueued;
  }

  private async enqueueAnew(row: QueuedOutboxTask): Promise<boolean> {
    const run = await this.database.forOrg(row.orgId, (tx) => new OutboxTaskRepository(tx).nextRun(row));
    if (run === undefined) return false;
    await this.enqueue({ ...row, run });
    return true;
  }

  /** Never throws: a task that could not be enqueued stays in the database, and the sweep enqueues it. */
  private async enqueue(row: QueuedOutboxTask): Promise<void> {
    if (!isOutboxTaskJob(row.job)) return;
    const delayMs = Math.max(0, row.runAt.getTime() - this.clock.now().getTime());
    try {
      const pointer = { v: 1 as const, orgId: row.orgId, outboxTaskId: row.id };
      await this.jobs.enqueue(row.job, pointer, { jobId: jobIdOf(row), delayMs });
    } catch (error) {
      this.logger.warn(
        { err: error, outboxTaskId: row.id, job: row.job },
        'the outbox task could not be enqueued; the sweep will enqueue it',
      );
    }
  }
}

/** A row written by a newer version may name a job that this version does not know. */
function isOfKnownJob(row: QueuedOutboxTask): row is QueuedOutboxTask & { job: OutboxTaskJob } {
  return isOutboxTaskJob(row.job);
}

const jobOf = (row: QueuedOutboxTask & { job: OutboxTaskJob }) => ({ name: row.job, id: jobIdOf(row) });

function isOutboxTaskJob(job: string): job is OutboxTaskJob {
  return Object.hasOwn(outboxTaskPayloads, job);
}

/** The id includes the run number, so that a delayed task does not count as a duplicate. */
function jobIdOf({ id, run }: QueuedOutboxTask): string {
  return `${id}-${run}`;
}
