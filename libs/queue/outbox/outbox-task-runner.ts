import type { PinoLogger } from 'nestjs-pino';
import type { Clock } from '#config';
import { outagePauseMs, type Database, type OrgTransaction } from '#database';
import { ATTRIBUTES, contextFrom, redactText, withSpan } from '#telemetry';
import { jobCatalogue } from '../job-catalogue.ts';
import { PermanentJobError, RunLaterError } from '../job-processor.ts';
import { outboxTaskPayloads, type OutboxTaskJob, type OutboxTaskPayload } from './outbox-task-catalogue.ts';
import {
  OUTBOX_TASK_LEASE_MS,
  OutboxTaskRepository,
  type ClaimedOutboxTask,
  type QueuedOutboxTask,
} from './outbox-task.repository.ts';

/** Three renewals fit into a lease. */
const LEASE_RENEWAL_MS = OUTBOX_TASK_LEASE_MS / 3;
const MAX_ERROR_CHARACTERS = 2_000;
/** A worker's death is seldom the fault of what it was doing: as many as a turn is granted. */
const MAX_STARTS = 25;

/** What the work of an outbox task is told. */
export interface OutboxTask<Name extends OutboxTaskJob = OutboxTaskJob> {
  orgId: string;
  id: string;
  key: string;
  turnId: string | null;
  conversationId: string | null;
  payload: OutboxTaskPayload<Name>;
  /** 1 for the first. */
  attempt: number;
  createdAt: Date;
}

/** What is done about the outbox tasks of one job. */
export interface OutboxTaskHandler<Name extends OutboxTaskJob> {
  /**
   * Does the work; safe to run again, since a worker may die before its end is written. The signal fires when another
   * worker has taken the outbox task over.
   *
   * @throws RunLaterError to have it back after a pause, with all its attempts; PermanentJobError to give it up at
   *   once; anything else for another attempt, as many as the catalogue grants.
   */
  work(outboxTask: OutboxTask<Name>, signal: AbortSignal): Promise<void>;
  /**
   * Tells the row that the work belongs to that nothing more is coming, in the transaction that ends the outbox task:
   * also when its workers died and `work` never said anything. Absent where nothing waits for the work.
   */
  onDead?(tx: OrgTransaction, outboxTask: OutboxTask<Name>, reason: string): Promise<void>;
}

/** Claims an outbox task, does its work within the trace that asked for it, and settles the row. */
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
      // Whoever has it now settles it.
      if (!lost.signal.aborted) await this.afterError(job, outboxTask, handler, error);
    } finally {
      stopRenewing();
    }
  }

  /**
   * In one packet, which is all where nobody else has it.
   *
   * @returns undefined when there is nothing left to do.
   * @throws RunLaterError when it is not due yet or another worker has it.
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
    if (error instanceof PermanentJobError) this.logger.warn(failed, 'an outbox task was given up');
    else if (outboxTask.attempts >= attempts) this.logger.error(failed, 'an outbox task failed for good');
    else {
      this.logger.warn(failed, 'an attempt of an outbox task failed; it is tried again');
      return this.putOff(outboxTask, backoff(backoffMs, outboxTask.attempts), reason, {
        startsAfresh: false,
      });
    }
    await this.giveUp(job, outboxTask, handler, reason);
  }

  private giveUp<Name extends OutboxTaskJob>(
    job: Name,
    outboxTask: ClaimedOutboxTask,
    handler: OutboxTaskHandler<Name>,
    reason: string,
  ): Promise<void> {
    return this.settle(outboxTask, async (repository, tx) => {
      const ended = await repository.end(outboxTask, 'failed', reason, this.clock.now());
      const payload = outboxTaskPayloads[job].safeParse(outboxTask.payload);
      // Without its payload nobody knows whom to tell.
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
          if (!held) lost.abort(new Error('another worker has taken the outbox task over'));
        },
        // The database is away for a moment; the lease runs out by itself if it stays away.
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
  // Workers that it kills never get to say so.
  if (row.starts > MAX_STARTS) throw new PermanentJobError(`It was begun ${row.starts} times without an end`);
  const parsed = outboxTaskPayloads[job].safeParse(row.payload);
  if (!parsed.success) throw new PermanentJobError(`Its payload cannot be read: ${parsed.error.message}`);
  return readable(row, parsed.data);
}

function readable<Name extends OutboxTaskJob>(row: ClaimedOutboxTask, payload: unknown): OutboxTask<Name> {
  const { orgId, id, key, turnId, conversationId, createdAt, attempts: attempt } = row;
  return {
    orgId,
    id,
    key,
    turnId,
    conversationId,
    payload: payload as OutboxTaskPayload<Name>,
    attempt,
    createdAt,
  };
}

/** Doubles with each attempt, less up to half of it at random. */
function backoff(firstMs: number, attempt: number): number {
  return firstMs * 2 ** (attempt - 1) * (0.5 + Math.random() / 2);
}

function messageOf(error: unknown): string {
  return redactText(error instanceof Error ? error.message : String(error)).slice(0, MAX_ERROR_CHARACTERS);
}
