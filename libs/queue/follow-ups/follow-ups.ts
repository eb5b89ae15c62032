import { Inject, Injectable } from '@nestjs/common';
import { PinoLogger } from 'nestjs-pino';
import { CLOCK, newId, type Clock } from '#config';
import { Database, type OrgTransaction } from '#database';
import { currentTraceparent, newTraceparent } from '#telemetry';
import { JobQueue } from '../job-queue.ts';
import { someAtOnce } from '../some-at-once.ts';
import { FollowUpPayloadError } from './follow-up.errors.ts';
import { followUpPayloads, type FollowUpJob, type FollowUpPayload } from './follow-up-catalogue.ts';
import { FollowUpRepository, strandedFollowUps, type QueuedFollowUp } from './follow-up.repository.ts';
import { FollowUpRunner, type FollowUpHandler } from './follow-up-runner.ts';

/** A follow-up that has been due for less is most likely being enqueued at this very moment. */
const GRACE_MS = 5_000;
/** After work that was given up, which a person may have run again by then. */
const ASKED_AGAIN_AFTER_MS = 3_600_000;
/** Rows that the sweep reads at a time: for each time the queue reads the ids of all its jobs. */
const BATCH = 10_000;

/** Work to be done after the commit of what it follows from. */
export interface NewFollowUp<Name extends FollowUpJob = FollowUpJob> {
  job: Name;
  /** Names the work within org and job: asked for again, until 30 days after its end, it adds nothing. */
  key: string;
  payload: FollowUpPayload<Name>;
  turnId?: string;
  conversationId?: string;
  /** Not before; at once when absent. */
  runAt?: Date;
  /** The trace to go on with; that of the active span when absent. */
  traceparent?: string;
}

/** Follow-up work: a row in the transaction of its cause, a job after the commit, a sweep for what has none. */
@Injectable()
export class FollowUps {
  private readonly runner: FollowUpRunner;

  constructor(
    @Inject(Database) private readonly database: Database,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(JobQueue) private readonly jobs: Pick<JobQueue, 'enqueue' | 'withoutJob'>,
    @Inject(PinoLogger) private readonly logger: Pick<PinoLogger, 'info' | 'warn' | 'error'>,
  ) {
    this.runner = new FollowUpRunner(database, clock, logger, (next) => this.enqueue(next));
  }

  /**
   * Asks for work in the caller's transaction: one statement. The job is enqueued after the commit; a queue that is away
   * delays the work until the next sweep and fails nothing.
   *
   * @returns false when that work has been asked for already.
   */
  async add<Name extends FollowUpJob>(tx: OrgTransaction, followUp: NewFollowUp<Name>): Promise<boolean> {
    const createdAt = this.clock.now();
    const { job, key, runAt = createdAt, turnId = null, conversationId = null } = followUp;
    const id = newId(this.clock);
    const added = await new FollowUpRepository(tx).add({
      id,
      job,
      key,
      turnId,
      conversationId,
      traceparent: followUp.traceparent ?? currentTraceparent() ?? newTraceparent(),
      payload: followUpPayloads[job].parse(followUp.payload),
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
  async addUnlessUnderWay<Name extends FollowUpJob>(
    tx: OrgTransaction,
    followUp: NewFollowUp<Name>,
  ): Promise<boolean> {
    const { job, key } = followUp;
    if (await new FollowUpRepository(tx).isUnderWay(job, key)) return false;
    return this.add(tx, { ...followUp, key: `${key}/${newId(this.clock)}` });
  }

  /** Whether work of the job waits or runs in the org, or was given up within the hour: for work that is planned by the clock. */
  isAsked(tx: OrgTransaction, job: FollowUpJob): Promise<boolean> {
    const givenUpSince = new Date(this.clock.now().getTime() - ASKED_AGAIN_AFTER_MS);
    return new FollowUpRepository(tx).isAsked(job, givenUpSince);
  }

  /**
   * Runs the follow-up that a job points to, if it is there to be run, and settles its row.
   *
   * @throws RunLaterError when it is not due yet or another worker has it.
   */
  run<Name extends FollowUpJob>(
    job: Name,
    pointer: { orgId: string; followUpId: string },
    handler: FollowUpHandler<Name>,
  ): Promise<void> {
    return this.runner.run(job, pointer, handler);
  }

  /**
   * Runs work again that was given up, with all its attempts; in the caller's transaction, enqueued after the commit.
   *
   * @param payload in place of the one that it failed with.
   * @returns the payload that it had; undefined when the org has no such follow-up that failed.
   * @throws FollowUpPayloadError for a payload that does not fit the job.
   */
  async retry(tx: OrgTransaction, id: string, payload?: unknown): Promise<{ payload: unknown } | undefined> {
    const repository = new FollowUpRepository(tx);
    const failed = await repository.failed(id);
    if (!failed || !isFollowUpJob(failed.job)) return undefined;
    const fits = followUpPayloads[failed.job].safeParse(payload ?? failed.payload);
    if (!fits.success) throw new FollowUpPayloadError(failed.job, fits.error);
    const runAt = this.clock.now();
    const run = await repository.retry(id, runAt, payload === undefined ? undefined : fits.data);
    if (run === undefined) return undefined;
    const { orgId } = tx;
    tx.afterCommit(() => this.enqueue({ orgId, id, job: failed.job, run, runAt }));
    return { payload: failed.payload };
  }

  /** Forgets work that was given up. @returns false when the org has no such follow-up that failed. */
  remove(tx: OrgTransaction, id: string): Promise<boolean> {
    return new FollowUpRepository(tx).remove(id);
  }

  /** Enqueues what is due and has no job: the queue was away, or lost its data. @returns how many. */
  async sweep(): Promise<number> {
    const dueBefore = new Date(this.clock.now().getTime() - GRACE_MS);
    let enqueued = 0;
    let after: QueuedFollowUp | undefined;
    do {
      const page = { dueBefore, graceMs: GRACE_MS, limit: BATCH, ...(after ? { after } : {}) };
      const stranded = await this.database.asPlatform(
        'the sweep looks after the follow-ups of every org',
        (tx) => strandedFollowUps(tx, page),
      );
      const forgotten = await this.jobs.withoutJob(stranded.filter(isOfKnownJob), jobOf);
      const anew = await someAtOnce(forgotten, (row) => this.enqueueAnew(row));
      enqueued += anew.filter(Boolean).length;
      after = stranded.length === BATCH ? stranded.at(-1) : undefined;
    } while (after);
    if (enqueued > 0) this.logger.info({ enqueued }, 'follow-ups without a job were enqueued');
    return enqueued;
  }

  private async enqueueAnew(row: QueuedFollowUp): Promise<boolean> {
    const run = await this.database.forOrg(row.orgId, (tx) => new FollowUpRepository(tx).nextRun(row));
    if (run === undefined) return false;
    await this.enqueue({ ...row, run });
    return true;
  }

  /** Never throws: what could not be enqueued stays in the database, and the sweep picks it up. */
  private async enqueue(row: QueuedFollowUp): Promise<void> {
    if (!isFollowUpJob(row.job)) return;
    const delayMs = Math.max(0, row.runAt.getTime() - this.clock.now().getTime());
    try {
      const pointer = { v: 1 as const, orgId: row.orgId, followUpId: row.id };
      await this.jobs.enqueue(row.job, pointer, { jobId: jobIdOf(row), delayMs });
    } catch (error) {
      this.logger.warn(
        { err: error, followUpId: row.id, job: row.job },
        'the follow-up could not be enqueued; the sweep will',
      );
    }
  }
}

/** A row of a newer version may name a job that this one does not know. */
function isOfKnownJob(row: QueuedFollowUp): row is QueuedFollowUp & { job: FollowUpJob } {
  return isFollowUpJob(row.job);
}

const jobOf = (row: QueuedFollowUp & { job: FollowUpJob }) => ({ name: row.job, id: jobIdOf(row) });

function isFollowUpJob(job: string): job is FollowUpJob {
  return Object.hasOwn(followUpPayloads, job);
}

/** With the run's number, so that one that was put off is not taken for a duplicate. */
function jobIdOf({ id, run }: QueuedFollowUp): string {
  return `${id}-${run}`;
}
