import { hash } from 'node:crypto';
import type { Clock } from '#config';
import type { TurnEventType } from '#contracts';
import type { OrgTransaction } from '#database';
import type { BegunCall, CallLedger, ModelUse, PaidCall } from '#models';
import { canonicalJson, type OutcomeRecorder, type ToolOutcome } from '#tools';
import type { SaidText } from '../live/conversation-reader.repository.ts';
import type { EarlierRuns, TurnRow } from '../run/claimed-turn.ts';
import { LeaseLostError, TurnCancelledError, UsesNotStoredError } from '../turn.errors.ts';
import type { HeldTurn } from './journal.repository.ts';
import { endsRun, isEmpty, joined, keptOf, nothing, paidOf, type Paid } from './log-entry.ts';
import type { LogEntry, LogWriter } from './log-writer.ts';
import { PAID } from './turn-step.entity.ts';

/** Events are buffered for this long before they are written. A live subscriber receives them within 100 ms. */
const FLUSH_AFTER_MS = 75;
/** Delay before the next attempt during a database outage. Buffered entries are kept in the meantime. */
const FLUSH_AGAIN_AFTER_MS = 500;

/** A write in progress. */
interface Sending extends LogEntry {
  /** True if another transaction also stores this entry, except for model calls in progress. */
  alsoWritten: boolean;
  /** True if that transaction ends the turn. */
  endTakes: boolean;
  /** Model calls whose end another transaction stores, possibly before their start is stored. */
  endedBeside: string[];
}

/** The fields of a claimed turn that its log uses. */
export interface LoggedTurn {
  row: Pick<TurnRow, 'id' | 'orgId' | 'leaseToken' | 'conversationId'>;
  earlier: Pick<EarlierRuns, 'lastEventSeq' | 'steps'>;
  isRead: boolean;
  /** Receives each paid call of this run. */
  onPaid?: (call: Paid) => void;
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
  /** The write in progress in its own transaction. */
  private sending: Sending | undefined;
  /** Entries passed to other transactions that have not committed yet. */
  private readonly uncommitted = new Set<LogEntry>();
  /** Model calls whose start has not been written, as far as this log knows. */
  private readonly unwrittenCalls = new Set<string>();
  private readonly cancellation = new AbortController();
  private timer: NodeJS.Timeout | undefined;
  private writing: Promise<void> = Promise.resolve();
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
    this.lastSeq += 1;
    this.pending.events.push({ seq: this.lastSeq, type, payload, at: this.clock.now() });
    this.flushAfter(this.flushAfterMs);
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

  /** Records the outcome of a step. It is written with the next flush. */
  record(key: string, request: unknown, outcome: unknown): void {
    this.pending.steps.push({ key, requestHash: hashOf(request), outcome });
  }

  /** Works as {@link record}, for a step that this run may ask for again. */
  remember(key: string, request: unknown, outcome: object): void {
    this.own.set(key, outcome);
    this.record(key, request, outcome);
  }

  /** Stores the start of a model call with the next write, so that the sweeper can count the call if the worker dies in it. */
  begin(call: BegunCall): void {
    this.pending.begun.push(call);
    this.unwrittenCalls.add(call.id);
    this.flushAfter(this.flushAfterMs);
  }

  /**
   * Removes a model call without a result.
   *
   * @returns as {@link keepUse}
   */
  forget(id: string): boolean {
    if (this.closed) return false;
    if (!this.dropUnwritten(id)) this.pending.forgotten.push(id);
    return true;
  }

  /** The calls that earlier runs paid for, whether or not they answered. */
  get paidBefore(): Paid[] {
    return paidOf([...this.turn.earlier.steps].map(([key, step]) => ({ key, ...step })));
  }

  get turnId(): string {
    return this.turn.row.id;
  }

  async keepAnswers(): Promise<void> {
    const unstored = [...this.pending.steps, ...(this.sending?.steps ?? [])];
    if (paidOf(unstored).length > 0) await this.flush();
  }

  /** Journals a call and adds it to the totals of the turn; after the end of the run, directly. */
  count({ id, usage, costUsd }: PaidCall): void | Promise<void> {
    const paid = { id, ...usage, costUsd };
    if (this.closed) return this.storeLate([paid]);
    this.turn.onPaid?.(paid);
    this.record(`${PAID}${id}`, null, paid);
  }

  private storeLate(paid: readonly Paid[], uses: ModelUse[] = [], forgotten: string[] = []): Promise<void> {
    const { orgId, id: turnId } = this.turn.row;
    const late = paid.map((call) => ({ ...call, orgId, turnId }));
    return this.writer.storeCalls(orgId, { late, uses, forgotten });
  }

  /**
   * Counts tokens and cost of a finished model call with the next flush, together with its step.
   *
   * @returns false after the end of the run, when nothing more is written. This happens if the call returns to a tool that has already
   * timed out.
   */
  keepUse(use: ModelUse): boolean {
    if (this.closed) return false;
    this.dropUnwritten(use.id);
    this.pending.uses.push(use);
    return true;
  }

  /** A call that ended before its start was written needs no row. */
  private dropUnwritten(id: string): boolean {
    const at = this.pending.begun.findIndex((call) => call.id === id);
    if (at >= 0) this.pending.begun.splice(at, 1);
    return at >= 0;
  }

  /**
   * Writes everything pending in its own transaction, or leaves it to the transaction that ends the run if that is in progress. Entries
   * that could not be written stay pending.
   *
   * @throws LeaseLostError, TurnCancelledError, any database error.
   */
  async flush(): Promise<void> {
    await this.write();
    this.throwIfCancelled();
  }

  /** Records the outcome of a tool call with `note`, and stores it together with the audit row of the call. */
  recorderOf(note: (outcome: ToolOutcome) => void): OutcomeRecorder {
    return {
      holdIn: (tx) => this.writer.hold(tx, this.turn.row),
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
    const write = this.writing.then(() => this.writeAlone());
    this.writing = write.catch(() => undefined);
    await write;
  }

  /**
   * Writes everything pending in `tx`, which then locks the turn's row: no worker can take over the turn before `tx` ends. The statements
   * are sent at once, so they can be pipelined with others. A requested cancellation does not roll back `tx`, because `tx` records things
   * that have already happened.
   *
   * @param note records the subject of `tx`, which is stored if and only if `tx` commits.
   * @throws LeaseLostError if another worker has taken over the turn; `tx` must then be rolled back.
   */
  async writeInto(tx: OrgTransaction, note: () => void = () => undefined): Promise<void> {
    const before = this.takeAll();
    note();
    const entry = joined(this.hand(tx, before), this.takeEnded());
    const [held] = await this.writer.writeInto(tx, [{ lease: this.turn.row, entry }], 'keep');
    if (held) this.see(held);
  }

  /**
   * Like {@link writeInto}, for the transaction that ends or parks turns, each with the event that announces it. A requested cancellation
   * rolls back `tx`. The event is not pending before; otherwise a flush could announce an end that does not commit.
   *
   * @throws LeaseLostError, TurnCancelledError
   */
  static async writeEndsInto(tx: OrgTransaction, ends: readonly LoggedEnd[]): Promise<void> {
    const [first] = ends;
    const writes = ends.map(({ log, event, payload }) => ({
      lease: log.turn.row,
      entry: keptOf(event, log.hand(tx, log.takeEnd(event, payload))),
    }));
    const held = await first?.log.writer.writeInto(tx, writes, 'undo');
    for (const [place, { log }] of ends.entries()) if (held?.[place]) log.see(held[place]);
  }

  /**
   * Makes the entries of failed transactions pending again, so that a finished model call is neither repeated nor lost. The end of the run
   * and the subject of a failed transaction are dropped.
   */
  takeBack(): void {
    for (const taken of this.uncommitted) {
      const events = taken.events.filter(({ type }) => !endsRun(type));
      this.pending = joined({ ...taken, events }, this.pending);
    }
    this.uncommitted.clear();
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
    this.stopTimer();
    await this.writing;
    this.takeBack();
    const { uses, forgotten, steps } = this.takeAll();
    // The next run does not find these calls in the journal.
    const late = paidOf(steps);
    if (late.length + uses.length + forgotten.length === 0) return;
    await this.storeLate(late, uses, forgotten).catch((error: unknown) => {
      const lost = uses.filter(({ id }) => this.unwrittenCalls.has(id));
      throw new UsesNotStoredError(error, lost);
    });
  }

  private stopTimer(): void {
    clearTimeout(this.timer);
    this.timer = undefined;
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

  /** @returns `taken`, which becomes pending again if `tx` fails. */
  private hand(tx: OrgTransaction, taken: LogEntry): LogEntry {
    this.uncommitted.add(taken);
    tx.afterCommit(() => void this.uncommitted.delete(taken));
    return taken;
  }

  private takeEnd(event: TurnEventType, payload: Record<string, unknown>): LogEntry {
    this.emit(event, payload);
    this.pending.text = undefined;
    // Remaining entries, such as a call to forget, are left to `close`, because a write under the lease would now be refused.
    this.stopTimer();
    if (this.sending) this.sending.endTakes = true;
    return this.takeAll();
  }

  /** Includes the write in progress, because it may arrive after the transaction that ends the turn. */
  private takeAll(): LogEntry {
    const { sending } = this;
    const taken = this.takeEnded();
    if (!sending) return taken;
    sending.alsoWritten = true;
    return joined({ ...sending, begun: [] }, taken);
  }

  /** Excludes model calls in progress: only the log's own writes store these, in order, and never after the end of the call. */
  private takeEnded(): LogEntry {
    const { begun, ...taken } = this.take();
    this.pending.begun = begun;
    this.sending?.endedBeside.push(...taken.uses.map(({ id }) => id), ...taken.forgotten);
    return { ...taken, begun: [] };
  }

  private take(): LogEntry {
    const taken = this.pending;
    this.pending = nothing();
    return taken;
  }

  private async writeAlone(): Promise<void> {
    const { text } = this.pending;
    if (text && isEmpty({ ...this.pending, text: undefined })) {
      this.pending.text = undefined;
      // The next text contains one that is lost.
      return this.writer.say(this.turn.row.orgId, this.turn.row, text);
    }
    const sending: Sending = { ...this.take(), alsoWritten: false, endTakes: false, endedBeside: [] };
    if (isEmpty(sending)) return;
    this.sending = sending;
    try {
      const { row } = this.turn;
      const held = await this.writer.write(row.orgId, row, sending, () => isTaken(sending));
      if (held === 'taken') return;
      for (const { id } of sending.begun) this.unwrittenCalls.delete(id);
      this.see(held);
      this.forgetEndedBeside(sending);
    } catch (error) {
      if (error instanceof LeaseLostError && sending.alsoWritten) return;
      this.forgetEndedBeside(sending);
      this.pending = joined(sending, this.pending);
      throw error;
    } finally {
      this.sending = undefined;
    }
  }

  /** Without this, the sweeper would treat these calls, which were just stored as in progress, as calls of a dead worker. */
  private forgetEndedBeside({ begun, endedBeside }: Sending): void {
    for (const { id } of begun) if (endedBeside.includes(id)) this.pending.forgotten.push(id);
  }

  private see({ cancelRequested, isRead }: HeldTurn): void {
    this.isRead = isRead;
    if (cancelRequested) this.cancel();
  }
}

/** True if the transaction that ends the turn stores the whole entry. */
const isTaken = ({ endTakes, begun, endedBeside }: Sending): boolean =>
  endTakes && begun.every(({ id }) => endedBeside.includes(id));

/** Does not depend on the order of properties, which the journal does not keep. */
function hashOf(request: unknown): string {
  return hash('sha256', canonicalJson(request), 'base64url');
}
