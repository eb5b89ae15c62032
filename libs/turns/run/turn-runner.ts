import { setTimeout as delay } from 'node:timers/promises';
import { trace } from '@opentelemetry/api';
import {
  ATTRIBUTES,
  contextFrom,
  markFailed,
  recordQueueWait,
  recordSpan,
  recordTurn,
  withSpan,
} from '#telemetry';
import { outagePauseMs } from '#database';
import type { TurnNews } from '#queue';
import { AdmissionRepository, laneOf, runningTurnsLimit } from '../admission/admission.repository.ts';
import { parkTurn } from '../approvals/park-turn.ts';
import { LEASE_RENEWAL_MS, type ClaimedTurn, type ClaimRepository } from './claim.repository.ts';
import { LogWriter } from '../journal/log-writer.ts';
import { TurnLog } from '../journal/turn-log.ts';
import { runPipeline } from '../pipeline/pipeline.ts';
import type { TurnPorts, TurnRun } from '../pipeline/turn-context.ts';
import { TurnEndRepository } from './turn-end.repository.ts';
import {
  errorClassOf,
  messageForPeople,
  LeaseLostError,
  PermanentTurnError,
  ShutdownError,
  stateAfter,
  TurnCancelledError,
  TurnParkedError,
  UsesNotStoredError,
} from '../turn.errors.ts';

/** A turn that was begun this often without an end takes its workers with it. */
const MAX_STARTS = 25;
/** What a run has finished is kept in its worker for so long while the database is away. */
const KEPT_FOR_MS = 60_000;
const LOOK_AGAIN_MS = 250;

/** How a run of a turn ended, for the processor. */
export type RunOutcome =
  | { kind: 'done' }
  | { kind: 'later'; delayMs: number; reason: string }
  /** The job may try again; the turn waits in `queued`. */
  | { kind: 'retry'; error: unknown };

/** Runs turns: claims them, keeps the lease, and sees to every way in which they can end. */
export class TurnRunner {
  private readonly running = new Set<AbortController>();
  private closing = false;
  private handingBack = false;
  private readonly logs: LogWriter;

  constructor(
    private readonly ports: TurnPorts,
    private readonly claims: ClaimRepository,
    private readonly news: TurnNews,
  ) {
    this.logs = new LogWriter(ports.database, news);
  }

  /**
   * Runs the turn if it is there to be run.
   *
   * @param lastAttempt when set, a cause that would pass ends the turn all the same.
   */
  async run(orgId: string, turnId: string, lastAttempt: boolean): Promise<RunOutcome> {
    if (this.closing) return { kind: 'later', delayMs: 0, reason: 'the worker is shutting down' };
    const claim = await this.claims.claim(orgId, turnId);
    if (claim.kind === 'not_yours') return { kind: 'done' };
    if (claim.kind === 'later') return { ...claim, reason: 'another worker has the turn' };
    return this.runClaimed(claim.turn, lastAttempt);
  }

  /** Stops taking turns; those that run after `graceMs` are handed back to be run by another worker. */
  close(graceMs: number): void {
    this.closing = true;
    const deadline = setTimeout(() => {
      this.handingBack = true;
      for (const controller of this.running) controller.abort(new ShutdownError());
    }, graceMs);
    deadline.unref();
  }

  private async runClaimed(turn: ClaimedTurn, lastAttempt: boolean): Promise<RunOutcome> {
    if (!turn.resumed)
      recordQueueWait(turn.channel, this.ports.clock.now().getTime() - turn.createdAt.getTime());
    const controller = new AbortController();
    this.running.add(controller);
    if (this.handingBack) controller.abort(new ShutdownError());
    const log = new TurnLog(this.logs, this.ports.clock, { ...turn, turnId: turn.id });
    const stopRenewing = this.keepLease(turn, log, controller);
    const run: TurnRun = {
      turn,
      log,
      signal: controller.signal,
      totals: noTotals(),
      spent: noTotals(),
      lastKeys: new Map(),
    };
    try {
      return await this.inTurnSpan(turn, async () => {
        log.emit('turn.started', { start: turn.starts });
        try {
          if (turn.starts > MAX_STARTS)
            throw new PermanentTurnError('CRASH_LOOP', `The turn was begun ${turn.starts} times.`);
          run.signal.throwIfAborted();
          await runPipeline(this.ports, run);
          this.recordEnd(turn, 'completed');
          return { kind: 'done' };
        } catch (error) {
          return this.afterError(
            run,
            controller.signal.aborted ? controller.signal.reason : error,
            lastAttempt,
          );
        } finally {
          trace.getActiveSpan()?.setAttributes(spentBy(run));
        }
      });
    } finally {
      stopRenewing();
      await log.close().catch((error: unknown) => {
        this.reportUncounted(error, turn.id);
      });
      this.running.delete(controller);
    }
  }

  private reportUncounted(error: unknown, turnId: string): void {
    const { cause, lost } = error instanceof UsesNotStoredError ? error : { cause: error, lost: [] };
    const context = { err: cause, turnId };
    if (outagePauseMs(cause, 0) !== undefined && lost.length === 0) {
      this.ports.logger.warn(
        context,
        'the database is away: what models were paid for is counted as it was reserved',
      );
      return;
    }
    const costUsd = lost.reduce((sum, use) => sum + use.costUsd, 0);
    this.ports.logger.error(
      { ...context, calls: lost.length, costUsd },
      'what models were paid for was not counted',
    );
  }

  private inTurnSpan(turn: ClaimedTurn, work: () => Promise<RunOutcome>): Promise<RunOutcome> {
    const attributes = {
      [ATTRIBUTES.orgId]: turn.orgId,
      [ATTRIBUTES.turnId]: turn.id,
      [ATTRIBUTES.conversationId]: turn.conversationId,
      [ATTRIBUTES.pack]: turn.pack,
      // One that comes back waited for something else in between, such as for a person.
      ...(!turn.resumed && {
        'turnpike.queue_wait_ms': this.ports.clock.now().getTime() - turn.createdAt.getTime(),
      }),
      'turnpike.resumed': turn.resumed,
    };
    const parent = contextFrom(turn.traceparent);
    if (!turn.resumed)
      recordSpan('queue', { kind: 'queue', attributes, parent }, turn.createdAt, this.ports.clock.now());
    return withSpan('turn', { kind: 'turn', attributes, parent }, work);
  }

  private async afterError(run: TurnRun, error: unknown, lastAttempt: boolean): Promise<RunOutcome> {
    const { turn } = run;
    run.log.takeBack();
    if (error instanceof LeaseLostError) return { kind: 'done' };
    if (error instanceof ShutdownError) {
      await this.handBack(run);
      return { kind: 'later', delayMs: 0, reason: error.message };
    }
    if (error instanceof TurnCancelledError) {
      await this.endTurn(run, 'cancelled', null);
      return { kind: 'done' };
    }
    if (error instanceof TurnParkedError) return this.park(run, error, lastAttempt);
    const span = trace.getActiveSpan();
    if (span) markFailed(span, error);
    const pauseMs = outagePauseMs(error, this.ports.clock.now().getTime() - turn.createdAt.getTime());
    if (pauseMs !== undefined) {
      this.ports.logger.warn({ err: error, turnId: turn.id }, 'the database is away; the turn waits for it');
      await this.journalOnceBack(run);
      // Where not even that can be written, the lease runs out by itself.
      await this.handBack(run, { counts: false }).catch(() => undefined);
      return {
        kind: 'later',
        delayMs: pauseMs,
        reason: messageForPeople(error),
      };
    }
    if (stateAfter(error, lastAttempt) === 'queued') {
      this.ports.logger.warn({ err: error, turnId: turn.id }, 'the turn will be tried again');
      await this.handBack(run);
      return { kind: 'retry', error };
    }
    this.ports.logger.error({ err: error, turnId: turn.id }, 'the turn failed');
    await this.endTurn(run, 'failed', { class: errorClassOf(error), message: messageForPeople(error) });
    return { kind: 'done' };
  }

  private async park(run: TurnRun, parked: TurnParkedError, lastAttempt: boolean): Promise<RunOutcome> {
    try {
      await parkTurn(this.ports, run, parked);
      trace.getActiveSpan()?.setAttribute(ATTRIBUTES.parked, true);
      return { kind: 'done' };
    } catch (error) {
      return this.afterError(run, error, lastAttempt);
    }
  }

  /** A model's answer is not paid for twice because the database was away when it came. */
  private async journalOnceBack({ log, signal }: TurnRun): Promise<void> {
    const deadline = performance.now() + KEPT_FOR_MS;
    let isOutage = true;
    while (isOutage && !signal.aborted && performance.now() < deadline) {
      isOutage = await log.flush().then(
        () => false,
        (error: unknown) => outagePauseMs(error, 0) !== undefined,
      );
      if (isOutage) await delay(LOOK_AGAIN_MS, undefined, { signal }).catch(() => undefined);
    }
  }

  /** What the run finished is kept before another may have the turn: a model's answer is not paid for twice. */
  private async handBack(run: TurnRun, start = { counts: true }): Promise<void> {
    await this.flush(run);
    await this.claims.release(run.turn, start);
  }

  private flush({ turn, log }: TurnRun): Promise<void> {
    return log.flush().catch((error: unknown) => {
      this.ports.logger.warn({ err: error, turnId: turn.id }, 'the journal could not be written');
    });
  }

  private async endTurn(
    run: TurnRun,
    state: 'failed' | 'cancelled',
    error: { class: string; message: string } | null,
  ) {
    const { turn, totals } = run;
    // What readers were about to be told comes before the end. That it cannot be written must not keep the turn from ending.
    await this.flush(run);
    const settings = await this.ports.orgs.settingsOf(turn.orgId);
    const limit = runningTurnsLimit(settings);
    const type = state === 'failed' ? 'turn.failed' : 'turn.cancelled';
    const next = await this.ports.database.forOrg(turn.orgId, async (tx) => {
      const end = new TurnEndRepository(tx, this.ports.clock.now());
      await end.holdConversation(turn.conversationId);
      if (!(await end.end(turn.id, state, error, { leaseToken: turn.leaseToken, totals }))) return [];
      await end.tell(turn.id, type, error ? { error } : {});
      await this.ports.webhooks.add(tx, type, turn, settings);
      await this.news.announce(tx, turn.id);
      tx.afterCommit(() => this.recordEnd(turn, state, error?.class));
      return new AdmissionRepository(tx).goOn(turn.conversationId, laneOf(turn.channel), limit);
    });
    await this.ports.queue.enqueueAll(next);
  }

  private recordEnd(turn: ClaimedTurn, state: string, errorClass?: string): void {
    recordTurn({
      state,
      channel: turn.channel,
      durationMs: this.ports.clock.now().getTime() - turn.createdAt.getTime(),
      ...(errorClass === undefined ? {} : { errorClass }),
    });
  }

  /** Renews the lease until it is told to stop; a lease that cannot be renewed ends the run. */
  private keepLease(turn: ClaimedTurn, log: TurnLog, controller: AbortController): () => void {
    const timer = setInterval(() => {
      this.claims.renew(turn).then(
        ({ held, cancelRequested }) => {
          if (!held) controller.abort(new LeaseLostError(turn.id));
          else if (cancelRequested) log.cancel();
        },
        // The database is away for a moment; the lease runs out by itself if it stays away.
        (error: unknown) =>
          this.ports.logger.warn({ err: error, turnId: turn.id }, 'the lease could not be renewed'),
      );
    }, LEASE_RENEWAL_MS);
    return () => clearInterval(timer);
  }
}

/** What the span of a run says of its steps together: traces are searched by it. */
function spentBy({ spent }: TurnRun): Record<string, number> {
  return {
    [ATTRIBUTES.costUsd]: spent.costUsd,
    [ATTRIBUTES.inputTokens]: spent.promptTokens,
    [ATTRIBUTES.cachedInputTokens]: spent.cachedTokens,
    [ATTRIBUTES.outputTokens]: spent.completionTokens,
  };
}

function noTotals(): TurnRun['totals'] {
  return {
    promptTokens: 0,
    cachedTokens: 0,
    completionTokens: 0,
    costUsd: 0,
    modelRounds: 0,
    toolCalls: 0,
    modelMs: 0,
    toolMs: 0,
  };
}
