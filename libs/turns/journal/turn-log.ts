import { createHash } from 'node:crypto';
import type { Clock } from '#config';
import { finalEventTypes, type TurnEventType } from '#contracts';
import type { Database, OrgTransaction } from '#database';
import type { TurnNews } from '#queue';
import { LeaseLostError, TurnCancelledError } from '../turn.errors.ts';
import { refusalOf, writeLog, type LogRows } from './journal.repository.ts';

/** Events wait this long for company before they are written: a live reader sees them within 100 ms. */
const FLUSH_AFTER_MS = 75;
/** Pause before another try when the database was away; nothing is lost meanwhile. */
const FLUSH_AGAIN_AFTER_MS = 500;

export interface RecordedStep {
  requestHash: string;
  outcome: unknown;
}

interface Sending extends LogRows {
  /** Another transaction stores it too. */
  alsoWritten: boolean;
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
export class TurnLog {
  private pending: LogRows = { events: [], steps: [] };
  /** The last pending event was never sent, so text may still be added to it. */
  private joinable = false;
  /** What a write of its own is about to store. */
  private sending: Sending | undefined;
  /** What the transaction that ends the run has not committed. */
  private uncommitted: LogRows | undefined;
  private cancelled = false;
  private timer: NodeJS.Timeout | undefined;
  private writing: Promise<void> = Promise.resolve();
  private failure: LeaseLostError | undefined;
  private closed = false;
  private lastSeq: number;

  constructor(
    private readonly database: Database,
    private readonly news: TurnNews,
    private readonly clock: Clock,
    private readonly start: TurnLogStart,
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
    this.flushAfter(FLUSH_AFTER_MS);
  }

  /** What an earlier run recorded under `key`. */
  recorded<Outcome>(key: string): Outcome | undefined {
    return this.start.steps.get(key)?.outcome as Outcome | undefined;
  }

  /** True when the step under `key` was asked something else before, as after a deployment between two runs. */
  asksAnew(key: string, request: unknown): boolean {
    const before = this.start.steps.get(key);
    return before !== undefined && before.requestHash !== hashOf(request);
  }

  /** Keeps the outcome of a step; it is written with the next flush. */
  record(key: string, request: unknown, outcome: unknown): void {
    this.pending.steps.push({ key, requestHash: hashOf(request), outcome });
  }

  /**
   * Writes what is pending in a transaction of its own. What could not be written stays pending.
   *
   * @throws LeaseLostError, TurnCancelledError, or what the database throws.
   */
  async flush(): Promise<void> {
    if (this.failure) throw this.failure;
    const write = this.writing.then(() => this.writeAlone());
    this.writing = write.catch(() => undefined);
    await write;
    this.throwIfCancelled();
  }

  /**
   * Writes what is pending into `tx`, which thereby holds the turn's row: nobody can take the turn over before it ends.
   * It is sent at once, so that it may stand among statements that do not wait for each other. A wish to cancel does not
   * undo what `tx` records of things that have happened.
   *
   * @throws LeaseLostError when the turn is another worker's; `tx` can then only be rolled back.
   */
  async writeInto(tx: OrgTransaction): Promise<void> {
    await this.write(tx, this.takeAll(), 'keep');
  }

  /**
   * As {@link writeInto}, for the end of the turn: a wish to cancel comes first and undoes `tx`. What was not committed
   * can be taken back.
   *
   * @throws LeaseLostError, TurnCancelledError
   */
  async writeEndInto(tx: OrgTransaction): Promise<void> {
    const rows = this.takeAll();
    this.uncommitted = rows;
    tx.afterCommit(() => {
      this.uncommitted = undefined;
    });
    await this.write(tx, rows, 'undo');
  }

  /** After an end that did not come: what led to it is pending again, so that a finished model call is not paid for twice. */
  takeBackEnd(): void {
    if (!this.uncommitted) return;
    const { events, steps } = this.uncommitted;
    this.uncommitted = undefined;
    this.pending = {
      events: [...events.filter(({ type }) => !endsRun(type)), ...this.pending.events],
      steps: [...steps, ...this.pending.steps],
    };
  }

  /** @throws TurnCancelledError when somebody has asked for the turn to stop, as far as the last write has seen. */
  throwIfCancelled(): void {
    if (this.cancelled) throw new TurnCancelledError();
  }

  /** No timer of this run stays behind. What is pending and unwritten is dropped. */
  async close(): Promise<void> {
    this.closed = true;
    clearTimeout(this.timer);
    this.timer = undefined;
    await this.writing;
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

  /** With what a write of its own has under way: it may come too late, after the end that another transaction brings. */
  private takeAll(): LogRows {
    const { sending } = this;
    const { events, steps } = this.take();
    if (sending) sending.alsoWritten = true;
    return {
      events: [...(sending?.events ?? []), ...events],
      steps: [...(sending?.steps ?? []), ...steps],
    };
  }

  private take(): LogRows {
    const taken = this.pending;
    this.pending = { events: [], steps: [] };
    return taken;
  }

  private async writeAlone(): Promise<void> {
    const sending: Sending = { ...this.take(), alsoWritten: false };
    if (sending.events.length + sending.steps.length === 0) return;
    this.sending = sending;
    try {
      await this.database.forOrgAtOnce(this.start.orgId, (tx) => this.write(tx, sending, 'keep'));
    } catch (error) {
      if (error instanceof LeaseLostError && sending.alsoWritten) return;
      const { events, steps } = this.pending;
      if (events.length === 0) this.joinable = false;
      this.pending = { events: [...sending.events, ...events], steps: [...sending.steps, ...steps] };
      throw error;
    } finally {
      this.sending = undefined;
    }
  }

  private async write(tx: OrgTransaction, rows: LogRows, ifCancelled: 'keep' | 'undo') {
    const { turnId } = this.start;
    const written = writeLog(tx, this.start, rows, ifCancelled);
    const announced = rows.events.length > 0 ? this.news.announce(tx, turnId) : undefined;
    try {
      const [[held]] = await Promise.all([written, announced]);
      this.cancelled ||= held?.cancelRequested === true;
    } catch (error) {
      throw refusalOf(error, turnId) ?? error;
    }
  }
}

const endsRun = (type: TurnEventType) => finalEventTypes.includes(type) || type === 'turn.awaiting_approval';

function hashOf(request: unknown): string {
  return createHash('sha256')
    .update(JSON.stringify(request) ?? '')
    .digest('base64url');
}
