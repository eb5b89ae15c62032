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
import { wholeNumberSetting } from '#identity';
import { ModelError } from '#models';
import type { TurnNotifications } from '#queue';
import { parkTurn } from '../approvals/park-turn.ts';
import { LogWriter } from '../journal/log-writer.ts';
import { TurnLog } from '../journal/turn-log.ts';
import { runPipeline } from '../pipeline/pipeline.ts';
import { addPaid } from '../pipeline/model/usage.ts';
import type { TurnPorts, TurnRun } from '../pipeline/turn-context.ts';
import type { ClaimRepository } from './claim.repository.ts';
import type { ClaimedTurn, TurnRow } from './claimed-turn.ts';
import { announceEnd } from './announce-end.ts';
import { startHeartbeat } from './heartbeat.ts';
import { noTotals } from './run-totals.ts';
import { holdConversations, TurnEndRepository, type TurnError } from './turn-end.repository.ts';
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

/** A turn that exceeds this number of starts is treated as crashing its workers. */
const MAX_STARTS = 25;
/** Maximum time for which a worker keeps the finished steps of a run during a database outage. */
const KEPT_FOR_MS = 60_000;
const LOOK_AGAIN_MS = 250;
/** Maximum age of a turn that waits for a model or its key to become usable, without using up an attempt. */
const MODEL_PATIENCE_MS = 120_000;
/** Shorter waits use up attempts, so that a provider that says "at once" is not asked for ever. */
const LEAST_MODEL_WAIT_MS = 1_000;

/** The outcome of a run, for the processor of the job. */
export type RunOutcome =
  | { kind: 'done' }
  | { kind: 'later'; delayMs: number; reason: string }
  /** The job may be retried; the turn is back in `queued`. */
  | { kind: 'retry'; error: unknown };

/** Runs turns: claims them, renews their leases, and handles every kind of end. */
export class TurnRunner {
  private readonly running = new Set<AbortController>();
  private closing = false;
  private handingBack = false;
  private readonly logs: LogWriter;

  constructor(
    private readonly ports: TurnPorts & { claims: ClaimRepository; notifications: TurnNotifications },
  ) {
    this.logs = new LogWriter(ports.database, ports.notifications);
  }

  /**
   * Claims the turn and runs it, unless the turn has ended or another worker has it.
   *
   * @param lastAttempt whether this is the last attempt of the job; a transient error then fails the turn.
   */
  async run(orgId: string, turnId: string, lastAttempt: boolean): Promise<RunOutcome> {
    if (this.closing) return { kind: 'later', delayMs: 0, reason: 'the worker is shutting down' };
    const claim = await this.ports.claims.claim(orgId, turnId, await this.windowOf(orgId));
    if (claim.kind === 'not_yours') return { kind: 'done' };
    if (claim.kind === 'later') return { ...claim, reason: 'another worker has the turn' };
    return this.runClaimed(claim.turn, lastAttempt);
  }

  /** The number of messages that a run reads: those of the window and the new one. */
  private async windowOf(orgId: string): Promise<number> {
    const { orgs } = this.ports;
    // A turn of an org that no longer exists fails in its first step.
    if (!(await orgs.byId(orgId))) return 1;
    return wholeNumberSetting(await orgs.settingsOf(orgId), 'WINDOW_MESSAGES') + 1;
  }

  /** Stops claiming turns. Turns that still run after `graceMs` are released for another worker. */
  close(graceMs: number): void {
    this.closing = true;
    const deadline = setTimeout(() => {
      this.handingBack = true;
      for (const controller of this.running) controller.abort(new ShutdownError());
    }, graceMs);
    deadline.unref();
  }

  private async runClaimed(turn: ClaimedTurn, lastAttempt: boolean): Promise<RunOutcome> {
    const { row } = turn;
    if (!turn.resumed) recordQueueWait(row.channel, this.ageMs(row));
    const controller = new AbortController();
    this.running.add(controller);
    if (this.handingBack) controller.abort(new ShutdownError());
    const [totals, spent] = [noTotals(), noTotals()];
    const log = new TurnLog(this.logs, this.ports.clock, {
      ...turn,
      onPaid: (call) => [totals, spent].forEach((sum) => addPaid(sum, call)),
    });
    for (const call of log.paidBefore) addPaid(totals, call);
    const stopHeartbeat = startHeartbeat(this.ports, row, log, controller);
    const { signal } = controller;
    const run: TurnRun = {
      ...turn,
      log,
      signal,
      totals,
      spent,
      lastKeys: new Map(),
    };
    try {
      return await this.inTurnSpan(turn, async () => {
        log.emit('turn.started', { start: row.starts });
        try {
          if (row.starts > MAX_STARTS)
            throw new PermanentTurnError('CRASH_LOOP', `The turn was started ${row.starts} times.`);
          signal.throwIfAborted();
          await runPipeline(this.ports, run);
          recordTurn({ state: 'completed', ...row, durationMs: this.replyMs(row) });
          return { kind: 'done' };
        } catch (error) {
          return this.afterError(run, signal.aborted ? signal.reason : error, lastAttempt);
        } finally {
          trace.getActiveSpan()?.setAttributes(spentBy(run));
        }
      });
    } finally {
      stopHeartbeat();
      await log.close().catch((error: unknown) => this.reportUncounted(error, row.id));
      this.running.delete(controller);
    }
  }

  private reportUncounted(error: unknown, turnId: string): void {
    const { cause, lost } = error instanceof UsesNotStoredError ? error : { cause: error, lost: [] };
    const context = { err: cause, turnId };
    if (outagePauseMs(cause, 0) !== undefined && lost.length === 0) {
      this.ports.logger.warn(
        context,
        'the database is unavailable: paid model calls are counted at their reserved cost',
      );
      return;
    }
    const costUsd = lost.reduce((sum, use) => sum + use.costUsd, 0);
    this.ports.logger.error({ ...context, calls: lost.length, costUsd }, 'paid model calls were not counted');
  }

  private inTurnSpan({ row, resumed }: ClaimedTurn, work: () => Promise<RunOutcome>): Promise<RunOutcome> {
    const attributes = {
      [ATTRIBUTES.orgId]: row.orgId,
      [ATTRIBUTES.turnId]: row.id,
      [ATTRIBUTES.conversationId]: row.conversationId,
      [ATTRIBUTES.pack]: row.pack,
      [ATTRIBUTES.channel]: row.channel,
      [ATTRIBUTES.attempt]: row.starts,
      [ATTRIBUTES.ageMs]: this.ageMs(row),
      'turnpike.resumed': resumed,
    };
    const request = row.request && !resumed ? { [ATTRIBUTES.request]: JSON.stringify(row.request) } : {};
    const parent = contextFrom(row.traceparent);
    const claimedAt = this.ports.clock.now();
    return withSpan('turn', { kind: 'turn', attributes: { ...attributes, ...request }, parent }, (span) => {
      // A resumed turn also waited for other reasons, such as an approval.
      if (!resumed)
        recordSpan('queue', { kind: 'queue', attributes, parent, beside: span }, row.createdAt, claimedAt);
      return work();
    });
  }

  private async afterError(run: TurnRun, error: unknown, lastAttempt: boolean): Promise<RunOutcome> {
    const { row } = run;
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
    if (span) markFailed(span, error).setAttribute(ATTRIBUTES.errorType, errorClassOf(error));
    const pauseMs = outagePauseMs(error, this.ageMs(row));
    if (pauseMs !== undefined) {
      this.ports.logger.warn(
        { err: error, turnId: row.id },
        'the database is unavailable; the turn waits for it',
      );
      await this.flushAfterOutage(run);
      // If this cannot be written either, the lease expires.
      await this.handBack(run, { counts: false }).catch(() => undefined);
      return { kind: 'later', delayMs: pauseMs, reason: messageForPeople(error) };
    }
    const waitMs = modelWaitMs(error, this.ageMs(row));
    if (waitMs !== undefined) {
      this.ports.logger.warn({ err: error, turnId: row.id, waitMs }, 'the turn waits for a model');
      run.log.emit('turn.retrying', { ...reasonOf(error), afterMs: waitMs });
      await this.handBack(run, { counts: false });
      return { kind: 'later', delayMs: waitMs, reason: messageForPeople(error) };
    }
    if (stateAfter(error, lastAttempt) === 'queued') {
      this.ports.logger.warn({ err: error, turnId: row.id }, 'the turn will be retried');
      run.log.emit('turn.retrying', { ...reasonOf(error) });
      await this.handBack(run);
      return { kind: 'retry', error };
    }
    this.ports.logger.error({ err: error, turnId: row.id }, 'the turn failed');
    await this.endTurn(run, 'failed', reasonOf(error));
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

  /** Waits for the database, so that a model answer received during the outage is not paid for twice. */
  private async flushAfterOutage({ log, signal }: TurnRun): Promise<void> {
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

  /** Writes the finished steps before another worker can claim the turn, so that no model answer is paid for twice. */
  private async handBack(run: TurnRun, start = { counts: true }): Promise<void> {
    await this.flush(run);
    await this.ports.claims.release(run.row, start);
  }

  private flush({ row, log }: TurnRun): Promise<void> {
    return log.flush().catch((error: unknown) => {
      this.ports.logger.warn({ err: error, turnId: row.id }, 'the journal could not be written');
    });
  }

  private async endTurn(run: TurnRun, state: 'failed' | 'cancelled', error: TurnError | null): Promise<void> {
    const { row, totals } = run;
    // Pending events precede the end. If they cannot be written, the turn still ends.
    await this.flush(run);
    const { admission, clock, database, notifications, orgs, webhooks } = this.ports;
    const settings = await orgs.settingsOf(row.orgId);
    await database.forOrg(row.orgId, async (tx) => {
      const end = new TurnEndRepository(tx, clock.now());
      await holdConversations(tx, row.conversationId);
      if (!(await end.end(row.id, state, error, { leaseToken: row.leaseToken, totals }))) return;
      const durationMs = this.replyMs(row);
      const ports = { tx, admission, notifications, webhooks };
      await announceEnd(end, ports, row, { state, error, settings, durationMs });
    });
  }

  /** Milliseconds since the acceptance without waits for people. */
  private replyMs(row: TurnRow): number {
    return this.ageMs(row) - row.waitedMs;
  }

  private ageMs({ createdAt }: TurnRow): number {
    return this.ports.clock.now().getTime() - createdAt.getTime();
  }
}

const reasonOf = (error: unknown): TurnError => ({
  class: errorClassOf(error),
  message: messageForPeople(error),
});

/** The wait of a turn whose models are all known to be unusable until a certain time; undefined if it is too long. */
function modelWaitMs(error: unknown, ageMs: number): number | undefined {
  if (!(error instanceof ModelError) || error.retry !== 'retry') return undefined;
  const { retryAfterMs = 0 } = error.options;
  return retryAfterMs >= LEAST_MODEL_WAIT_MS && ageMs + retryAfterMs <= MODEL_PATIENCE_MS
    ? retryAfterMs
    : undefined;
}

/** Sums over the steps of a run; traces can be searched by them. */
function spentBy({ spent }: TurnRun): Record<string, number> {
  return {
    [ATTRIBUTES.costUsd]: spent.costUsd,
    [ATTRIBUTES.inputTokens]: spent.promptTokens,
    [ATTRIBUTES.cachedInputTokens]: spent.cachedTokens,
    [ATTRIBUTES.outputTokens]: spent.completionTokens,
  };
}
