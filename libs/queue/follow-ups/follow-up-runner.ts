import type { PinoLogger } from 'nestjs-pino';
import type { Clock } from '#config';
import { outagePauseMs, type Database, type OrgTransaction } from '#database';
import { ATTRIBUTES, contextFrom, redactText, withSpan } from '#telemetry';
import { jobCatalogue } from '../job-catalogue.ts';
import { PermanentJobError, RunLaterError } from '../job-processor.ts';
import { followUpPayloads, type FollowUpJob, type FollowUpPayload } from './follow-up-catalogue.ts';
import {
  FOLLOW_UP_LEASE_MS,
  FollowUpRepository,
  type ClaimedFollowUp,
  type QueuedFollowUp,
} from './follow-up.repository.ts';

/** Three renewals fit into a lease. */
const LEASE_RENEWAL_MS = FOLLOW_UP_LEASE_MS / 3;
const MAX_ERROR_CHARACTERS = 2_000;
/** A worker's death is seldom the fault of what it was doing: as many as a turn is granted. */
const MAX_STARTS = 25;

/** What the work of a follow-up is told. */
export interface FollowUp<Name extends FollowUpJob = FollowUpJob> {
  orgId: string;
  id: string;
  key: string;
  turnId: string | null;
  conversationId: string | null;
  payload: FollowUpPayload<Name>;
  /** 1 for the first. */
  attempt: number;
  createdAt: Date;
}

/** What is done about the follow-ups of one job. */
export interface FollowUpHandler<Name extends FollowUpJob> {
  /**
   * Does the work; safe to run again, since a worker may die before its end is written. The signal fires when another
   * worker has taken the follow-up over.
   *
   * @throws RunLaterError to have it back after a pause, with all its attempts; PermanentJobError to give it up at
   *   once; anything else for another attempt, as many as the catalogue grants.
   */
  work(followUp: FollowUp<Name>, signal: AbortSignal): Promise<void>;
  /**
   * Tells the row that the work belongs to that nothing more is coming, in the transaction that ends the follow-up:
   * also when its workers died and `work` never said anything. Absent where nothing waits for the work.
   */
  onGivenUp?(tx: OrgTransaction, followUp: FollowUp<Name>, reason: string): Promise<void>;
}

/** Claims a follow-up, does its work within the trace that asked for it, and settles the row. */
export class FollowUpRunner {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
    private readonly logger: Pick<PinoLogger, 'warn' | 'error'>,
    private readonly enqueue: (next: QueuedFollowUp) => Promise<void>,
  ) {}

  async run<Name extends FollowUpJob>(
    job: Name,
    pointer: { orgId: string; followUpId: string },
    handler: FollowUpHandler<Name>,
  ): Promise<void> {
    const followUp = await this.claim(job, pointer);
    if (!followUp) return;
    const lost = new AbortController();
    const stopRenewing = this.keepLease(followUp, lost);
    try {
      await inSpan(job, followUp, () => handler.work(runnable(job, followUp), lost.signal));
      await this.database.forOrgAtOnce(followUp.orgId, (tx) =>
        new FollowUpRepository(tx).end(followUp, 'done', null, this.clock.now()),
      );
    } catch (error) {
      // Whoever has it now settles it.
      if (!lost.signal.aborted) await this.afterError(job, followUp, handler, error);
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
    job: FollowUpJob,
    { orgId, followUpId }: { orgId: string; followUpId: string },
  ): Promise<ClaimedFollowUp | undefined> {
    const claimed = await this.database.forOrgAtOnce(orgId, (tx) =>
      new FollowUpRepository(tx).claim(followUpId, job, this.clock.now()),
    );
    if (claimed) return claimed;
    const why = await this.database.forOrg(orgId, (tx) =>
      new FollowUpRepository(tx).whyNot(followUpId, job, this.clock.now()),
    );
    if (why.kind === 'over') return undefined;
    throw new RunLaterError(why.delayMs, why.reason);
  }

  private async afterError<Name extends FollowUpJob>(
    job: Name,
    followUp: ClaimedFollowUp,
    handler: FollowUpHandler<Name>,
    error: unknown,
  ): Promise<void> {
    const reason = messageOf(error);
    const failed = { err: error, job, followUpId: followUp.id, attempt: followUp.attempts };
    if (error instanceof RunLaterError)
      return this.putOff(followUp, error.delayMs, reason, { startsAfresh: true });
    const pauseMs = outagePauseMs(error, this.clock.now().getTime() - followUp.createdAt.getTime());
    if (pauseMs !== undefined) return this.putOff(followUp, pauseMs, reason, { startsAfresh: true });
    const { attempts, backoffMs } = jobCatalogue[job];
    if (error instanceof PermanentJobError) this.logger.warn(failed, 'a follow-up was given up');
    else if (followUp.attempts >= attempts) this.logger.error(failed, 'a follow-up failed for good');
    else {
      this.logger.warn(failed, 'an attempt of a follow-up failed; it is tried again');
      return this.putOff(followUp, backoff(backoffMs, followUp.attempts), reason, { startsAfresh: false });
    }
    await this.giveUp(job, followUp, handler, reason);
  }

  private giveUp<Name extends FollowUpJob>(
    job: Name,
    followUp: ClaimedFollowUp,
    handler: FollowUpHandler<Name>,
    reason: string,
  ): Promise<void> {
    return this.settle(followUp, async (repository, tx) => {
      const ended = await repository.end(followUp, 'failed', reason, this.clock.now());
      const payload = followUpPayloads[job].safeParse(followUp.payload);
      // Without its payload nobody knows whom to tell.
      if (ended && payload.success)
        await handler.onGivenUp?.(tx, readable<Name>(followUp, payload.data), reason);
    });
  }

  private async putOff(
    followUp: ClaimedFollowUp,
    delayMs: number,
    reason: string,
    options: { startsAfresh: boolean },
  ): Promise<void> {
    const { orgId, id, job } = followUp;
    const runAt = new Date(this.clock.now().getTime() + delayMs);
    const run = await this.settle(followUp, (repository) =>
      repository.putOff(followUp, runAt, reason, options),
    );
    if (run !== undefined) await this.enqueue({ orgId, id, job, run, runAt });
  }

  private settle<Result>(
    { orgId }: ClaimedFollowUp,
    write: (repository: FollowUpRepository, tx: OrgTransaction) => Promise<Result>,
  ): Promise<Result> {
    return this.database.forOrg(orgId, (tx) => write(new FollowUpRepository(tx), tx));
  }

  private keepLease(followUp: ClaimedFollowUp, lost: AbortController): () => void {
    const timer = setInterval(() => {
      this.settle(followUp, (repository) => repository.renew(followUp)).then(
        (held) => {
          if (!held) lost.abort(new Error('another worker has taken the follow-up over'));
        },
        // The database is away for a moment; the lease runs out by itself if it stays away.
        (error: unknown) =>
          this.logger.warn({ err: error, followUpId: followUp.id }, 'the lease could not be renewed'),
      );
    }, LEASE_RENEWAL_MS);
    return () => clearInterval(timer);
  }
}

function inSpan(job: FollowUpJob, followUp: ClaimedFollowUp, work: () => Promise<void>): Promise<void> {
  const attributes = {
    [ATTRIBUTES.orgId]: followUp.orgId,
    ...(followUp.turnId ? { [ATTRIBUTES.turnId]: followUp.turnId } : {}),
    ...(followUp.conversationId ? { [ATTRIBUTES.conversationId]: followUp.conversationId } : {}),
    [ATTRIBUTES.followUpId]: followUp.id,
    'turnpike.job.attempt': followUp.attempts,
  };
  return withSpan(job, { kind: 'job', attributes, parent: contextFrom(followUp.traceparent) }, work);
}

function runnable<Name extends FollowUpJob>(job: Name, row: ClaimedFollowUp): FollowUp<Name> {
  // Workers that it kills never get to say so.
  if (row.starts > MAX_STARTS) throw new PermanentJobError(`It was begun ${row.starts} times without an end`);
  const parsed = followUpPayloads[job].safeParse(row.payload);
  if (!parsed.success) throw new PermanentJobError(`Its payload cannot be read: ${parsed.error.message}`);
  return readable(row, parsed.data);
}

function readable<Name extends FollowUpJob>(row: ClaimedFollowUp, payload: unknown): FollowUp<Name> {
  const { orgId, id, key, turnId, conversationId, createdAt, attempts: attempt } = row;
  return {
    orgId,
    id,
    key,
    turnId,
    conversationId,
    payload: payload as FollowUpPayload<Name>,
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
