import { cutText } from '#contracts';
import type { PinoLogger } from 'nestjs-pino';
import type { Clock } from '#config';
import { outagePauseMs, type Database, type OrgTransaction } from '#database';
import { ATTRIBUTES, contextFrom, withSpan } from '#telemetry';
import { redactText } from '#text';
import { jobCatalogue } from '../job-catalogue.ts';
import { PermanentJobError, RunLaterError } from '../job-processor.ts';
import { outboxTaskPayloads, type OutboxTaskJob, type OutboxTaskPayload } from './outbox-task-catalogue.ts';
import {
  OUTBOX_TASK_LEASE_MS,
  OutboxTaskRepository,
  type ClaimedOutboxTask,
  type QueuedOutboxTask,
} from './outbox-task.repository.ts';

/** A lease allows three renewals, so one failed renewal does not lose it. */
const LEASE_RENEWAL_MS = OUTBOX_TASK_LEASE_MS / 3;
const MAX_ERROR_CHARACTERS = 2_000;
/**
 * Maximum starts by workers that may have died. It equals the limit for turns, because a task rarely causes its
 * worker's death.
 */
const MAX_STARTS = 25;

/** A claimed outbox task as its handler receives it. */
export interface OutboxTask<Name extends OutboxTaskJob = OutboxTaskJob> extends Pick<
  ClaimedOutboxTask,
  'orgId' | 'id' | 'key' | 'turnId' | 'conversationId' | 'createdAt'
> {
  payload: OutboxTaskPayload<Name>;
  /** Number of the attempt, from 1. */
  attempt: number;
}

/** The handler of the outbox tasks of one job. */
export interface OutboxTaskHandler<Name extends OutboxTaskJob> {
  /**
   * Does the work. It must be safe to run again, because a worker may die before the end is recorded. The signal aborts
   * when another worker has taken over the outbox task.
   *
   * @throws RunLaterError to run it again after a pause, with all its attempts; PermanentJobError to make it dead at
   *   once; any other error for another attempt, up to the limit of the catalogue.
   */
  work(outboxTask: OutboxTask<Name>, signal: AbortSignal): Promise<void>;
  /**
   * Marks the row that waits for the work as failed, in the transaction that ends the outbox task. It also runs when the
   * workers died and `work` never returned. Absent if no row waits for the work.
   */
  onDead?(tx: OrgTransaction, outboxTask: OutboxTask<Name>, reason: string): Promise<void>;
}

/** Claims an outbox task, runs its handler within the trace that requested it, and records the end in the row. */
export class OutboxTaskRunner {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
    private readonly logger: Pick<PinoLogger, 'warn' | 'error'>,
    private readonly enqueue: (next: QueuedOutboxTask) => Promise<void>,
  ) {}

  async run<Name extends OutboxTaskJob>(
    job: Name,
    pointer: { orgId: string; outboxTaskId: string },
    handler: OutboxTaskHandler<Name>,
  ): Promise<void> {
    const outboxTask = await this.claim(job, pointer);
    if (!outboxTask) return;
    const lost = new AbortController();
    const stopRenewing = this.keepLease(outboxTask, lost);
    try {
      await inSpan(job, outboxTask, () => handler.work(runnable(job, outboxTask), lost.signal));
      await this.database.forOrgAtOnce(outboxTask.orgId, (tx) =>
        new OutboxTaskRepository(tx).end(outboxTask, 'done', null, this.clock.now()),
      );
    } catch (error) {
      // The worker that holds the lease now records the end.
      if (!lost.signal.aborted) await this.afterError(job, outboxTask, handler, error);
    } finally {
      stopRenewing();
    }
  }

  /**
   * Claims the outbox task in one packet. A second statement is needed only if the claim fails.
   *
   * @returns undefined if the outbox task has ended or does not exist.
   * @throws RunLaterError if it is not due yet or another worker holds it.
   */
  private async claim(
    job: OutboxTaskJob,
    { orgId, outboxTaskId }: { orgId: string; outboxTaskId: string },
  ): Promise<ClaimedOutboxTask | undefined> {
    const claimed = await this.database.forOrgAtOnce(orgId, (tx) =>
      new OutboxTaskRepository(tx).claim(outboxTaskId, job, this.clock.now()),
    );
    if (claimed) return claimed;
    const why = await this.database.forOrg(orgId, (tx) =>
      new OutboxTaskRepository(tx).whyNot(outboxTaskId, job, this.clock.now()),
    );
    if (why.kind === 'over') return undefined;
    throw new RunLaterError(why.delayMs, why.reason);
  }

  private async afterError<Name extends OutboxTaskJob>(
    job: Name,
    outboxTask: ClaimedOutboxTask,
    handler: OutboxTaskHandler<Name>,
    error: unknown,
  ): Promise<void> {
    const reason = messageOf(error);
    const failed = { err: error, job, outboxTaskId: outboxTask.id, attempt: outboxTask.attempts };
    if (error instanceof RunLaterError)
      return this.putOff(outboxTask, error.delayMs, reason, { startsAfresh: true });
    const pauseMs = outagePauseMs(error, this.clock.now().getTime() - outboxTask.createdAt.getTime());
    if (pauseMs !== undefined) return this.putOff(outboxTask, pauseMs, reason, { startsAfresh: true });
    const { attempts, backoffMs } = jobCatalogue[job];
    if (error instanceof PermanentJobError) this.logger.warn(failed, 'an outbox task is dead');
    else if (outboxTask.attempts >= attempts)
      this.logger.error(failed, 'an outbox task is dead after its last attempt');
    else {
      this.logger.warn(failed, 'an attempt of an outbox task failed; it will be retried');
      return this.putOff(outboxTask, backoff(backoffMs, outboxTask.attempts), reason, {
        startsAfresh: false,
      });
    }
    await this.markDead(job, outboxTask, handler, reason);
  }

  private markDead<Name extends OutboxTaskJob>(
    job: Name,
    outboxTask: ClaimedOutboxTask,
    handler: OutboxTaskHandler<Name>,
    reason: string,
  ): Promise<void> {
    return this.settle(outboxTask, async (repository, tx) => {
      const ended = await repository.end(outboxTask, 'failed', reason, this.clock.now());
      const payload = outboxTaskPayloads[job].safeParse(outboxTask.payload);
      // Without a valid payload, the row that waits for the work is unknown.
      if (ended && payload.success)
        await handler.onDead?.(tx, readable<Name>(outboxTask, payload.data), reason);
    });
  }

  private async putOff(
    outboxTask: ClaimedOutboxTask,
    delayMs: number,
    reason: string,
    options: { startsAfresh: boolean },
  ): Promise<void> {
    const { orgId, id, job } = outboxTask;
    const runAt = new Date(this.clock.now().getTime() + delayMs);
    const run = await this.settle(outboxTask, (repository) =>
      repository.putOff(outboxTask, runAt, reason, options),
    );
    if (run !== undefined) await this.enqueue({ orgId, id, job, run, runAt });
  }

  private settle<Result>(
    { orgId }: ClaimedOutboxTask,
    write: (repository: OutboxTaskRepository, tx: OrgTransaction) => Promise<Result>,
  ): Promise<Result> {
    return this.database.forOrg(orgId, (tx) => write(new OutboxTaskRepository(tx), tx));
  }

  private keepLease(outboxTask: ClaimedOutboxTask, lost: AbortController): () => void {
    const timer = setInterval(() => {
      this.settle(outboxTask, (repository) => repository.renew(outboxTask)).then(
        (held) => {
          if (!held) lost.abort(new Error('another worker has taken over the outbox task'));
        },
        // The database is unreachable. If that lasts, the lease expires.
        (error: unknown) =>
          this.logger.warn({ err: error, outboxTaskId: outboxTask.id }, 'the lease could not be renewed'),
      );
    }, LEASE_RENEWAL_MS);
    return () => clearInterval(timer);
  }
}

function inSpan(job: OutboxTaskJob, outboxTask: ClaimedOutboxTask, work: () => Promise<void>): Promise<void> {
  const attributes = {
    [ATTRIBUTES.orgId]: outboxTask.orgId,
    ...(outboxTask.turnId ? { [ATTRIBUTES.turnId]: outboxTask.turnId } : {}),
    ...(outboxTask.conversationId ? { [ATTRIBUTES.conversationId]: outboxTask.conversationId } : {}),
    [ATTRIBUTES.outboxTaskId]: outboxTask.id,
    'turnpike.job.attempt': outboxTask.attempts,
  };
  return withSpan(job, { kind: 'job', attributes, parent: contextFrom(outboxTask.traceparent) }, work);
}

function runnable<Name extends OutboxTaskJob>(job: Name, row: ClaimedOutboxTask): OutboxTask<Name> {
  // Workers that the task kills cannot record an error.
  if (row.starts > MAX_STARTS)
    throw new PermanentJobError(`The task was started ${row.starts} times and never ended`);
  const parsed = outboxTaskPayloads[job].safeParse(row.payload);
  if (!parsed.success)
    throw new PermanentJobError(`The payload of the task cannot be read: ${parsed.error.message}`);
  return readable(row, parsed.data);
}

function readable<Name extends OutboxTaskJob>(row: ClaimedOutboxTask, payload: unknown): OutboxTask<Name> {
  const { orgId, id, key, turnId, conversationId, createdAt, attempts: attempt } = row;
  const origin = { orgId, id, key, turnId, conversationId };
  return { ...origin, payload: payload as OutboxTaskPayload<Name>, attempt, createdAt };
}

/** The pause doubles with each attempt, minus a random part of up to half of it. */
function backoff(firstMs: number, attempt: number): number {
  return firstMs * 2 ** (attempt - 1) * (0.5 + Math.random() / 2);
}

function messageOf(error: unknown): string {
  const text = redactText(error instanceof Error ? error.message : String(error));
  return cutText(text, MAX_ERROR_CHARACTERS, '');
}
