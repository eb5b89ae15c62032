import { hash } from 'node:crypto';
import type { Clock } from '#config';
import type { TurnEventType } from '#contracts';
import type { OrgTransaction } from '#database';
import type { BegunCall, CallLedger, ModelUse, PaidCall } from '#models';
import { canonicalJson, type OutcomeRecorder, type ToolOutcome } from '#tools';
import type { SaidText } from '../live/conversation-reader.repository.ts';
import type { EarlierRuns, TurnRow } from '../run/claimed-turn.ts';
import { LeaseLostError, TurnCancelledError, UsesNotStoredError } from '../turn.errors.ts';
import type { HeldTurn, LoggedEvent } from './journal.repository.ts';
import { isEmpty, joined, keptOf, nothing, paidOf } from './log-entry.ts';
import type { LogEntry, LogWriter } from './log-writer.ts';
import { PAID } from './turn-step.entity.ts';

/** Events are buffered for this long before they are written. A live subscriber receives them within 100 ms. */
const FLUSH_AFTER_MS = 75;
/** Delay before the next attempt during a database outage. Buffered entries are kept in the meantime. */
const FLUSH_AGAIN_AFTER_MS = 500;

/** The fields of a claimed turn that its log uses. */
export interface LoggedTurn {
  row: Pick<TurnRow, 'id' | 'orgId' | 'leaseToken' | 'conversationId'>;
  earlier: Pick<EarlierRuns, 'lastEventSeq' | 'steps'>;
  isRead: boolean;
  /** Receives each paid call of this run. */
  onPaid?: (call: PaidCall) => void;
}

/** The end of a run, with the event that announces it. */
export interface LoggedEnd {
  log: TurnLog;
  event: TurnEventType;
  payload: Record<string, unknown>;
}

/**
 * The log of one run: the journal of finished steps and the events for subscribers. Both are written under the lease of the run, so a
 * worker that has lost its lease cannot write.
 */
export class TurnLog implements CallLedger {
  private pending: LogEntry = nothing();
  private readonly own = new Map<string, object>();
  private said: SaidText | undefined;
  /** The entries of the write in progress. They are pending again if it fails. */
  private taken: LogEntry = nothing();
  /** Model calls whose start has not been written, as far as this log knows. */
  private readonly unwrittenCalls = new Set<string>();
  private readonly cancellation = new AbortController();
  private timer: NodeJS.Timeout | undefined;
  private writing: Promise<unknown> = Promise.resolve();
  private failure: LeaseLostError | undefined;
  private closed = false;
  private lastSeq: number;
  /** True if somebody read the conversation live at the claim or the last write. */
  isRead: boolean;

  constructor(
    private readonly writer: LogWriter,
    private readonly clock: Clock,
    private readonly turn: LoggedTurn,
    private readonly flushAfterMs = FLUSH_AFTER_MS,
  ) {
    this.lastSeq = turn.earlier.lastEventSeq;
    this.isRead = turn.isRead;
  }

  /** Adds an event for subscribers. The next write stores it. */
  emit(type: TurnEventType, payload: Record<string, unknown> = {}): void {
    this.pending.events.push(this.newEvent(type, payload));
    this.flushAfter(this.flushAfterMs);
  }

  private newEvent(type: TurnEventType, payload: Record<string, unknown>): LoggedEvent {
    this.lastSeq += 1;
    return { seq: this.lastSeq, type, payload, at: this.clock.now() };
  }

  /** Adds text for the readers of the moment, or replaces it. It is not stored, and the next event supersedes it. */
  say(text: string, replaces = false): void {
    const before = !replaces && this.said?.seq === this.lastSeq ? this.said.text : '';
    this.said = { seq: this.lastSeq, text: before + text };
    this.pending.text = this.said;
    this.flushAfter(this.flushAfterMs);
  }

  /** @returns the outcome that an earlier run recorded under `key`, or this run with {@link remember}. */
  recorded<Outcome>(key: string): Outcome | undefined {
    return (this.own.get(key) ?? this.turn.earlier.steps.get(key)?.outcome) as Outcome | undefined;
  }

  /** True if an earlier run recorded a different request under `key`. This happens if a deployment between two runs changes requests. */
  requestChanged(key: string, request: unknown): boolean {
    const before = this.turn.earlier.steps.get(key)?.requestHash;
    return before !== undefined && before !== hashOf(request);
  }

  /** Records the outcome of a step. It is written with the next flush. A `request` can be compared with {@link requestChanged}. */
  record(key: string, outcome: unknown, request?: unknown): void {
    this.pending.steps.push({ key, requestHash: request === undefined ? '' : hashOf(request), outcome });
  }

  /** Works as {@link record}, for a step that this run may ask for again. */
  remember(key: string, outcome: object): void {
    this.own.set(key, outcome);
    this.record(key, outcome);
  }

  /** Stores the start of a model call with the next write, so that the sweeper can count the call if the worker dies in it. */
  begin(call: BegunCall): void {
    this.pending.begun.push(call);
    this.unwrittenCalls.add(call.id);
    this.flushAfter(this.flushAfterMs);
  }

  /** Removes a model call without a result. */
  forget(id: string): void | Promise<void> {
    if (!this.dropUnwritten(id)) this.pending.forgotten.push(id);
    if (this.closed) return this.storeLate();
  }

  /** The calls that earlier runs paid for, whether or not they answered. */
  get paidBefore(): PaidCall[] {
    return paidOf([...this.turn.earlier.steps].map(([key, step]) => ({ key, ...step })));
  }

  get turnId(): string {
    return this.turn.row.id;
  }

  async keepAnswers(): Promise<void> {
    if (paidOf([...this.taken.steps, ...this.pending.steps]).length > 0) await this.flush();
  }

  /** Journals a call, adds it to the totals of the turn, and counts its tokens and its cost. */
  keep({ paid, use }: { paid?: PaidCall; use?: ModelUse }): void | Promise<void> {
    if (paid) {
      const { id, ...usage } = paid;
      this.record(`${PAID}${id}`, usage);
    }
    if (use) {
      this.dropUnwritten(use.id);
      this.pending.uses.push(use);
    }
    // The call may return to a tool that has already timed out.
    if (this.closed) return this.storeLate();
    if (paid) this.turn.onPaid?.(paid);
  }

  /** Stores the ends of calls, whichever worker now has the turn. The next run does not find them in the journal. */
  private async storeLate(): Promise<void> {
    const { uses, forgotten, steps } = this.pending;
    this.pending = nothing();
    const late = paidOf(steps);
    if (late.length + uses.length + forgotten.length === 0) return;
    await this.writer.storeCalls(this.turn.row, { late, uses, forgotten });
  }

  /** A call that ended before its start was written needs no row. */
  private dropUnwritten(id: string): boolean {
    const at = this.pending.begun.findIndex((call) => call.id === id);
    if (at >= 0) this.pending.begun.splice(at, 1);
    return at >= 0;
  }

  /**
   * Writes everything pending in its own transaction. Entries that could not be written stay pending.
   *
   * @throws LeaseLostError, TurnCancelledError, any database error.
   */
  async flush(): Promise<void> {
    await this.write();
    this.throwIfCancelled();
  }

  /**
   * Runs `work`, whose transaction writes the log with {@link recorderOf} or {@link writeEndsInto}. The writes of a log follow each other,
   * so `work` must not wait for another one. If it fails, the entries that it took are pending again, so that a finished model call is
   * neither repeated nor lost; the end of the run and the subject of the transaction are dropped.
   */
  exclusively<Result>(work: () => Promise<Result>): Promise<Result> {
    const done = this.writing.then(async () => {
      try {
        const result = await work();
        for (const { id } of this.taken.begun) this.unwrittenCalls.delete(id);
        return result;
      } catch (error) {
        this.pending = joined(this.taken, this.pending);
        throw error;
      } finally {
        this.taken = nothing();
      }
    });
    this.writing = done.catch(() => undefined);
    return done;
  }

  /** Records the outcome of a tool call with `note`, and stores it together with the audit row of the call. */
  recorderOf(note: (outcome: ToolOutcome) => void): Required<OutcomeRecorder> {
    return {
      holdIn: (tx) => this.writer.hold(tx, this.turn.row),
      around: (store) => this.exclusively(store),
      recordIn: (tx, outcome) => this.writeInto(tx, () => note(outcome)),
      recordWith: async (row, outcome, isRead) => {
        note(outcome);
        this.pending.calls.push(row);
        if (isRead) this.flushAfter(this.flushAfterMs);
        else await this.write();
      },
    };
  }

  private async write(): Promise<void> {
    if (this.failure) throw this.failure;
    await this.exclusively(() => this.writePending());
  }

  /**
   * Writes everything pending and the subject of `tx`, which `note` records, in `tx`, which then locks the turn's row: no worker can take
   * over the turn before `tx` ends. The statements are sent at once, so they can be pipelined with others. A requested cancellation does
   * not roll back `tx`, because `tx` records things that have already happened.
   *
   * @throws LeaseLostError if another worker has taken over the turn; `tx` must then be rolled back.
   */
  private async writeInto(tx: OrgTransaction, note: () => void): Promise<void> {
    const taken = this.take();
    note();
    const entry = joined(taken, this.pending);
    this.pending = nothing();
    const [held] = await this.writer.writeInto(tx, [{ lease: this.turn.row, entry }], 'keep');
    if (held) this.see(held);
  }

  /**
   * Writes everything pending in `tx`, which ends or parks turns, each with the event that announces it. A requested cancellation rolls
   * back `tx`. The event is never pending; otherwise a flush could announce an end that does not commit.
   *
   * @throws LeaseLostError, TurnCancelledError
   */
  static async writeEndsInto(tx: OrgTransaction, ends: readonly LoggedEnd[]): Promise<void> {
    const [first] = ends;
    const writes = ends.map(({ log, event, payload }) => {
      const events = [log.newEvent(event, payload)];
      const entry = joined({ ...log.take(), text: undefined }, { ...nothing(), events });
      return { lease: log.turn.row, entry: keptOf(event, entry) };
    });
    const held = await first?.log.writer.writeInto(tx, writes, 'undo');
    for (const [place, { log }] of ends.entries()) if (held?.[place]) log.see(held[place]);
  }

  /** @throws TurnCancelledError if the last write saw a requested cancellation. */
  throwIfCancelled(): void {
    this.cancellation.signal.throwIfAborted();
  }

  /** Aborts on a requested cancellation. Interruptible work such as model calls uses it; tools run to their end. */
  get cancelSignal(): AbortSignal {
    return this.cancellation.signal;
  }

  /** Reports a requested cancellation. */
  cancel(): void {
    if (!this.cancellation.signal.aborted) this.cancellation.abort(new TurnCancelledError());
  }

  /**
   * Closes the log and its timer. Pending entries are dropped, except for paid model calls, which count whichever worker now has the turn.
   *
   * @throws UsesNotStoredError
   */
  async close(): Promise<void> {
    this.closed = true;
    clearTimeout(this.timer);
    await this.writing;
    const { uses } = this.pending;
    await this.storeLate().catch((error: unknown) => {
      const lost = uses.filter(({ id }) => this.unwrittenCalls.has(id));
      throw new UsesNotStoredError(error, lost);
    });
  }

  private flushAfter(delayMs: number): void {
    if (this.closed) return;
    this.timer ??= setTimeout(() => {
      this.timer = undefined;
      void this.flush().catch((error: unknown) => {
        if (error instanceof LeaseLostError) this.failure ??= error;
        else if (!(error instanceof TurnCancelledError)) this.flushAfter(FLUSH_AGAIN_AFTER_MS);
      });
    }, delayMs);
  }

  /** @returns everything pending, which becomes part of the write in progress. */
  private take(): LogEntry {
    this.taken = joined(this.taken, this.pending);
    this.pending = nothing();
    return this.taken;
  }

  private async writePending(): Promise<void> {
    const { row } = this.turn;
    const { text } = this.pending;
    if (text && isEmpty({ ...this.pending, text: undefined })) {
      this.pending.text = undefined;
      // The next text contains one that is lost.
      return this.writer.say(row.orgId, row, text);
    }
    const entry = this.take();
    if (!isEmpty(entry)) this.see(await this.writer.write(row.orgId, row, entry));
  }

  private see({ cancelRequested, isRead }: HeldTurn): void {
    this.isRead = isRead;
    if (cancelRequested) this.cancel();
  }
}

/** Does not depend on the order of properties, which the journal does not keep. */
function hashOf(request: unknown): string {
  return hash('sha256', canonicalJson(request), 'base64url');
}
