import { Inject, Injectable } from '@nestjs/common';
import { PinoLogger } from 'nestjs-pino';
import { CLOCK, newId, type Clock } from '#config';
import { Database, type OrgTransaction } from '#database';
import { currentTraceparent, newTraceparent } from '#telemetry';
import { JobQueue } from '../job-queue.ts';
import { someAtOnce } from '../some-at-once.ts';
import { OutboxTaskPayloadError } from './outbox-task.errors.ts';
import { outboxTaskPayloads, type OutboxTaskJob, type OutboxTaskPayload } from './outbox-task-catalogue.ts';
import {
  OutboxTaskRepository,
  strandedOutboxTasks,
  type QueuedOutboxTask,
} from './outbox-task.repository.ts';
import { OutboxTaskRunner, type OutboxTaskHandler } from './outbox-task-runner.ts';

/** An outbox task that has been due for less is most likely being enqueued at this very moment. */
const GRACE_MS = 5_000;
/** After work that was given up, which a person may have run again by then. */
const ASKED_AGAIN_AFTER_MS = 3_600_000;
/** Rows that the sweep reads at a time: for each time the queue reads the ids of all its jobs. */
const BATCH = 10_000;

/** Work to be done after the commit of what it follows from. */
export interface NewOutboxTask<Name extends OutboxTaskJob = OutboxTaskJob> {
  job: Name;
  /** Names the work within org and job: asked for again, until 30 days after its end, it adds nothing. */
  key: string;
  payload: OutboxTaskPayload<Name>;
  turnId?: string;
  conversationId?: string;
  /** Not before; at once when absent. */
  runAt?: Date;
  /** The trace to go on with; that of the active span when absent. */
  traceparent?: string;
}

/** Outbox work: a row in the transaction of its cause, a job after the commit, a sweep for what has none. */
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
   * Asks for work in the caller's transaction: one statement. The job is enqueued after the commit; a queue that is away
   * delays the work until the next sweep and fails nothing.
   *
   * @returns false when that work has been asked for already.
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
   * Asks for work that is done once at a time: `key` names it while one waits or runs, and may be asked for again as soon
   * as that has ended.
   *
   * @returns false while one is under way.
   */
  async addUnlessUnderWay<Name extends OutboxTaskJob>(
    tx: OrgTransaction,
    outboxTask: NewOutboxTask<Name>,
  ): Promise<boolean> {
    const { job, key } = outboxTask;
    if (await new OutboxTaskRepository(tx).isUnderWay(job, key)) return false;
    return this.add(tx, { ...outboxTask, key: `${key}/${newId(this.clock)}` });
  }

  /** Whether work of the job waits or runs in the org, or was given up within the hour: for work that is planned by the clock. */
  isAsked(tx: OrgTransaction, job: OutboxTaskJob): Promise<boolean> {
    const deadSince = new Date(this.clock.now().getTime() - ASKED_AGAIN_AFTER_MS);
    return new OutboxTaskRepository(tx).isAsked(job, deadSince);
  }

  /**
   * Runs the outbox task that a job points to, if it is there to be run, and settles its row.
   *
   * @throws RunLaterError when it is not due yet or another worker has it.
   */
  run<Name extends OutboxTaskJob>(
    job: Name,
    pointer: { orgId: string; outboxTaskId: string },
    handler: OutboxTaskHandler<Name>,
  ): Promise<void> {
    return this.runner.run(job, pointer, handler);
  }

  /**
   * Runs work again that was given up, with all its attempts; in the caller's transaction, enqueued after the commit.
   *
   * @param payload in place of the one that it failed with.
   * @returns the payload that it had; undefined when the org has no such outbox task that failed.
   * @throws OutboxTaskPayloadError for a payload that does not fit the job.
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

  /** Forgets work that was given up. @returns false when the org has no such outbox task that failed. */
  remove(tx: OrgTransaction, id: string): Promise<boolean> {
    return new OutboxTaskRepository(tx).remove(id);
  }

  /** Enqueues what is due and has no job: the queue was away, or lost its data. @returns how many. */
  async sweep(): Promise<number> {
    const dueBefore = new Date(this.clock.now().getTime() - GRACE_MS);
    let enqueued = 0;
    let after: QueuedOutboxTask | undefined;
    do {
      const page = { dueBefore, graceMs: GRACE_MS, limit: BATCH, ...(after ? { after } : {}) };
      const stranded = await this.database.asPlatform(
        'the sweep looks after the outbox tasks of every org',
        (tx) => strandedOutboxTasks(tx, page),
      );
      const forgotten = await this.jobs.withoutJob(stranded.filter(isOfKnownJob), jobOf);
      const anew = await someAtOnce(forgotten, (row) => this.enqueueAnew(row));
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

  /** Never throws: what could not be enqueued stays in the database, and the sweep picks it up. */
  private async enqueue(row: QueuedOutboxTask): Promise<void> {
    if (!isOutboxTaskJob(row.job)) return;
    const delayMs = Math.max(0, row.runAt.getTime() - this.clock.now().getTime());
    try {
      const pointer = { v: 1 as const, orgId: row.orgId, outboxTaskId: row.id };
      await this.jobs.enqueue(row.job, pointer, { jobId: jobIdOf(row), delayMs });
    } catch (error) {
      this.logger.warn(
        { err: error, outboxTaskId: row.id, job: row.job },
        'the outbox task could not be enqueued; the sweep will',
      );
    }
  }
}

/** A row of a newer version may name a job that this one does not know. */
function isOfKnownJob(row: QueuedOutboxTask): row is QueuedOutboxTask & { job: OutboxTaskJob } {
  return isOutboxTaskJob(row.job);
}

const jobOf = (row: QueuedOutboxTask & { job: OutboxTaskJob }) => ({ name: row.job, id: jobIdOf(row) });

function isOutboxTaskJob(job: string): job is OutboxTaskJob {
  return Object.hasOwn(outboxTaskPayloads, job);
}

/** With the run's number, so that one that was put off is not taken for a duplicate. */
function jobIdOf({ id, run }: QueuedOutboxTask): string {
  return `${id}-${run}`;
}
