import { createHash } from 'node:crypto';
import type { Clock } from '#config';
import { finalEventTypes, type TurnEventType } from '#contracts';
import type { OrgTransaction } from '#database';
import type { BegunCall, CallLedger, ModelUse } from '#models';
import { canonicalJson, type OutcomeRecorder, type ToolOutcome } from '#tools';
import { LeaseLostError, TurnCancelledError, UsesNotStoredError } from '../turn.errors.ts';
import type { HeldTurn } from './journal.repository.ts';
import type { LogEntry, LogWriter } from './log-writer.ts';

/** Events wait this long for company before they are written: a live reader sees them within 100 ms. */
const FLUSH_AFTER_MS = 75;
/** Pause before another try when the database was away; nothing is lost meanwhile. */
const FLUSH_AGAIN_AFTER_MS = 500;

export interface RecordedStep {
  requestHash: string;
  outcome: unknown;
}

interface Sending extends LogEntry {
  /** Another transaction stores it too, but for model calls that are under way. */
  alsoWritten: boolean;
  /** That transaction ends the turn. */
  endTakes: boolean;
  /** Model calls whose end another transaction stores, which may come before their beginning does. */
  endedBeside: string[];
}

export interface TurnLogStart {
  orgId: string;
  turnId: string;
  leaseToken: string;
  /** Number of the last event stored before this run. */
  lastEventSeq: number;
  steps: Map<string, RecordedStep>;
}

/**
 * What one run of a turn writes down: the journal of finished steps and the events for readers. Both are written under
 * the run's lease, so a worker that lost its turn can write nothing more.
 */
export class TurnLog implements CallLedger {
  private pending: LogEntry = nothing();
  /** The last pending event was never sent, so text may still be added to it. */
  private joinable = false;
  /** What a write of its own is about to store. */
  private sending: Sending | undefined;
  /** What other transactions took along and have not committed. */
  private readonly uncommitted = new Set<LogEntry>();
  /** Model calls of which nobody knows beside this log: their beginning was not written, as far as it has heard. */
  private readonly unknown = new Set<string>();
  private readonly cancellation = new AbortController();
  private timer: NodeJS.Timeout | undefined;
  private writing: Promise<void> = Promise.resolve();
  private failure: LeaseLostError | undefined;
  private closed = false;
  private lastSeq: number;

  constructor(
    private readonly writer: LogWriter,
    private readonly clock: Clock,
    private readonly start: TurnLogStart,
    private readonly flushAfterMs = FLUSH_AFTER_MS,
  ) {
    this.lastSeq = start.lastEventSeq;
  }

  /** Tells readers; written soon, with whatever is written next. Neighbouring text is joined. */
  emit(type: TurnEventType, payload: Record<string, unknown> = {}): void {
    const last = this.pending.events.at(-1);
    if (this.joinable && type === 'text.delta' && last?.type === 'text.delta') {
      last.payload = { text: String(last.payload.text) + String(payload.text) };
      return;
    }
    this.lastSeq += 1;
    this.pending.events.push({ seq: this.lastSeq, type, payload, at: this.clock.now() });
    this.joinable = true;
    this.flushAfter(this.flushAfterMs);
  }

  /** What an earlier run recorded under `key`. */
  recorded<Outcome>(key: string): Outcome | undefined {
    return this.start.steps.get(key)?.outcome as Outcome | undefined;
  }

  /** True when it is known that the step under `key` was asked something else before, as after a deployment between two runs. */
  asksAnew(key: string, request: unknown): boolean {
    const before = this.start.steps.get(key)?.requestHash;
    return before?.startsWith(CANONICAL) === true && before !== hashOf(request);
  }

  /** Keeps the outcome of a step; it is written with the next flush. */
  record(key: string, request: unknown, outcome: unknown): void {
    this.pending.steps.push({ key, requestHash: hashOf(request), outcome });
  }

  /** Stores a model call, soon, with whatever is written next: a worker that dies in it leaves what the sweeper counts. */
  begin(call: BegunCall): void {
    this.pending.begun.push(call);
    this.unknown.add(call.id);
    this.flushAfter(this.flushAfterMs);
  }

  /**
   * A model call that came to nothing.
   *
   * @returns as {@link keepUse}
   */
  forget(id: string): boolean {
    if (this.closed) return false;
    if (!this.dropUnwritten(id)) this.pending.forgotten.push(id);
    return true;
  }

  /**
   * Counts what a model call used, with the next flush, which is that of the step it belongs to.
   *
   * @returns false after the end of the run, when nothing is written any more: the call came back to a tool that had
   *   run out of its time.
   */
  keepUse(use: ModelUse): boolean {
    if (this.closed) return false;
    this.dropUnwritten(use.id);
    this.pending.uses.push(use);
    return true;
  }

  /** Of a call that ended before anything was written of it, nothing needs to be. */
  private dropUnwritten(id: string): boolean {
    const at = this.pending.begun.findIndex((call) => call.id === id);
    if (at >= 0) this.pending.begun.splice(at, 1);
    return at >= 0;
  }

  /**
   * Writes what is pending in a transaction of its own, or leaves it to that of the run's end where this is on its way. What
   * could not be written stays pending.
   *
   * @throws LeaseLostError, TurnCancelledError, or what the database throws.
   */
  async flush(): Promise<void> {
    await this.write();
    this.throwIfCancelled();
  }

  /** Records the outcome of a tool call by `note`, and writes it with the call's audit row. */
  recorderOf(note: (outcome: ToolOutcome) => void): OutcomeRecorder {
    return {
      holdIn: (tx) => this.writer.hold(tx, this.start),
      recordIn: (tx, outcome) => this.writeInto(tx, () => note(outcome)),
      recordWith: (row, outcome) => {
        note(outcome);
        this.pending.calls.push(row);
        return this.write();
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
   * Writes what is pending into `tx`, which thereby holds the turn's row: nobody can take the turn over before it ends.
   * It is sent at once, so that it may stand among statements that do not wait for each other. A wish to cancel does not
   * undo what `tx` records of things that have happened.
   *
   * @param note records what `tx` is about, which is there when, and only when, `tx` is committed.
   * @throws LeaseLostError when the turn is another worker's; `tx` can then only be rolled back.
   */
  async writeInto(tx: OrgTransaction, note: () => void = () => undefined): Promise<void> {
    const before = this.takeAll();
    note();
    await this.handTo(tx, joined(before, this.takeEnded()), 'keep', before);
  }

  /**
   * As {@link writeInto}, for the end of the run, which ends the turn or parks it: a wish to cancel comes first and undoes `tx`.
   *
   * @throws LeaseLostError, TurnCancelledError
   */
  async writeEndInto(tx: OrgTransaction): Promise<void> {
    // What is left by then, such as a call to be forgotten, is for `close`: under the lease it would be refused.
    this.stopTimer();
    if (this.sending) this.sending.endTakes = true;
    await this.handTo(tx, this.takeAll(), 'undo');
  }

  /**
   * After a transaction that came to nothing: what it took along is pending again, so that a finished model call is not
   * paid for twice, nor forgotten. Without the end of the run that it was to bring, and without what it was about.
   */
  takeBack(): void {
    for (const taken of this.uncommitted) {
      const events = taken.events.filter(({ type }) => !endsRun(type));
      this.pending = joined({ ...taken, events }, this.pending);
      this.joinable = false;
    }
    this.uncommitted.clear();
  }

  /** @throws TurnCancelledError when somebody has asked for the turn to stop, as far as the last write has seen. */
  throwIfCancelled(): void {
    this.cancellation.signal.throwIfAborted();
  }

  /**
   * Aborts when somebody has asked for the turn to stop: for what may be broken off in the middle, such as a model's
   * answer. A tool is let to its end.
   */
  get cancelSignal(): AbortSignal {
    return this.cancellation.signal;
  }

  /** Somebody has asked for the turn to stop. */
  cancel(): void {
    if (!this.cancellation.signal.aborted) this.cancellation.abort(new TurnCancelledError());
  }

  /**
   * No timer of this run stays behind. What is pending and unwritten is dropped, but for what was paid: it counts
   * whoever has the turn now.
   *
   * @throws UsesNotStoredError
   */
  async close(): Promise<void> {
    this.closed = true;
    this.stopTimer();
    await this.writing;
    this.takeBack();
    const { uses, forgotten } = this.takeAll();
    if (uses.length + forgotten.length === 0) return;
    await this.writer.settle(this.start.orgId, uses, forgotten).catch((error: unknown) => {
      const lost = uses.filter(({ id }) => this.unknown.has(id));
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

  /** @param taken of `entry` what is pending again when `tx` comes to nothing. */
  private async handTo(
    tx: OrgTransaction,
    entry: LogEntry,
    ifCancelled: 'keep' | 'undo',
    taken = entry,
  ): Promise<void> {
    this.uncommitted.add(taken);
    tx.afterCommit(() => void this.uncommitted.delete(taken));
    this.see(await this.writer.writeInto(tx, this.start, entry, ifCancelled));
  }

  /** With what a write of its own has under way: it may come too late, after the end that another transaction brings. */
  private takeAll(): LogEntry {
    const { sending } = this;
    const taken = this.takeEnded();
    if (!sending) return taken;
    sending.alsoWritten = true;
    return joined({ ...sending, begun: [] }, taken);
  }

  /** Without model calls that are under way: writes of its own store these, one after the other, and none after its end. */
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
    const sending: Sending = { ...this.take(), alsoWritten: false, endTakes: false, endedBeside: [] };
    if (isEmpty(sending)) return;
    this.sending = sending;
    try {
      const held = await this.writer.write(this.start.orgId, this.start, sending, () => isTaken(sending));
      if (held === 'taken') return;
      for (const { id } of sending.begun) this.unknown.delete(id);
      this.see(held);
      this.forgetEndedBeside(sending);
    } catch (error) {
      if (error instanceof LeaseLostError && sending.alsoWritten) return;
      this.forgetEndedBeside(sending);
      if (this.pending.events.length === 0) this.joinable = false;
      this.pending = joined(sending, this.pending);
      throw error;
    } finally {
      this.sending = undefined;
    }
  }

  /** What has just been stored as under way would else be counted as the call of a worker that died. */
  private forgetEndedBeside({ begun, endedBeside }: Sending): void {
    for (const { id } of begun) if (endedBeside.includes(id)) this.pending.forgotten.push(id);
  }

  private see({ cancelRequested }: HeldTurn): void {
    if (cancelRequested) this.cancel();
  }
}

/** Whether nothing of it is left to be stored when the end of the turn is. */
const isTaken = ({ endTakes, begun, endedBeside }: Sending): boolean =>
  endTakes && begun.every(({ id }) => endedBeside.includes(id));

const isEmpty = ({ events, steps, begun, forgotten, uses, calls }: LogEntry): boolean =>
  [events, steps, begun, forgotten, uses, calls].every((list) => list.length === 0);

const nothing = (): LogEntry => ({ events: [], steps: [], begun: [], forgotten: [], uses: [], calls: [] });

function joined(first: LogEntry, then: LogEntry): LogEntry {
  const forgotten = [...first.forgotten, ...then.forgotten];
  return {
    events: [...first.events, ...then.events],
    steps: [...first.steps, ...then.steps],
    // One statement would not see what it has just stored, to forget it.
    begun: [...first.begun, ...then.begun].filter(({ id }) => !forgotten.includes(id)),
    forgotten,
    uses: [...first.uses, ...then.uses],
    calls: [...first.calls, ...then.calls],
  };
}

const endsRun = (type: TurnEventType) => finalEventTypes.includes(type) || type === 'turn.awaiting_approval';

/**
 * Of hashes that do not go by the order of properties: arguments of tools come back from the journal in another one. Journals
 * of turns that were under way on 2026-11-28 have hashes without it, which say nothing of whether they were asked the same.
 */
const CANONICAL = 'c1:';

function hashOf(request: unknown): string {
  return CANONICAL + createHash('sha256').update(canonicalJson(request)).digest('base64url');
}
