import { createHash } from 'node:crypto';
import type { Clock } from '#config';
import type { TurnEventType } from '#contracts';
import { jsonbText, sqlStateOf, type Database, type OrgTransaction } from '#database';
import type { TurnNews } from '#queue';
import { LeaseLostError, TurnCancelledError } from '../turn.errors.ts';

/** Events wait this long for company before they are written: a live reader sees them within 100 ms. */
const FLUSH_AFTER_MS = 75;
/** Pause before another try when the database was away; nothing is lost meanwhile. */
const FLUSH_AGAIN_AFTER_MS = 500;

export interface RecordedStep {
  requestHash: string;
  outcome: unknown;
}

interface PendingEvent {
  seq: number;
  type: TurnEventType;
  payload: Record<string, unknown>;
  at: Date;
}

interface PendingStep {
  key: string;
  requestHash: string;
  outcome: unknown;
}

interface Pending {
  events: PendingEvent[];
  steps: PendingStep[];
}

interface Sending extends Pending {
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
  private pending: Pending = { events: [], steps: [] };
  /** The last pending event was never sent, so text may still be added to it. */
  private joinable = false;
  /** What a write of its own is about to store. */
  private sending: Sending | undefined;
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
   * As {@link writeInto}, for the end of the turn: a wish to cancel comes first and undoes `tx`.
   *
   * @throws LeaseLostError, TurnCancelledError
   */
  async writeEndInto(tx: OrgTransaction): Promise<void> {
    await this.write(tx, this.takeAll(), 'undo');
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
  private takeAll(): Pending {
    const { sending } = this;
    const { events, steps } = this.take();
    if (sending) sending.alsoWritten = true;
    return {
      events: [...(sending?.events ?? []), ...events],
      steps: [...(sending?.steps ?? []), ...steps],
    };
  }

  private take(): Pending {
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

  private async write(tx: OrgTransaction, { events, steps }: Pending, ifCancelled: 'keep' | 'undo') {
    const { turnId, leaseToken } = this.start;
    const parameters = [turnId, leaseToken, jsonbText(steps), jsonbText(events), ifCancelled === 'undo'];
    const written = tx.query<{ cancelRequested: boolean }>(WRITE_LOG, parameters);
    const announced = events.length > 0 ? this.news.announce(tx, turnId) : undefined;
    try {
      const [[held]] = await Promise.all([written, announced]);
      this.cancelled ||= held?.cancelRequested === true;
    } catch (error) {
      throw refusalOf(error, turnId) ?? error;
    }
  }
}

const LEASE_LOST = 'TP001';
const CANCELLED = 'TP002';

function refusalOf(error: unknown, turnId: string): Error | undefined {
  const state = sqlStateOf(error);
  if (state === LEASE_LOST) return new LeaseLostError(turnId);
  return state === CANCELLED ? new TurnCancelledError() : undefined;
}

/**
 * One statement: hold the turn under the lease, and only then write. What is there already was written by a try whose
 * answer got lost. Without the lease, and where `$6` says so for a turn that is to be cancelled, it fails.
 */
const WRITE_LOG = `
  WITH held AS (
    SELECT cancel_requested FROM turns
     WHERE org_id = $1 AND id = $2 AND lease_token = $3 AND state = 'running' FOR NO KEY UPDATE
  ), journal AS (
    INSERT INTO turn_steps (org_id, turn_id, key, request_hash, outcome)
    SELECT $1, $2, step.key, step."requestHash", step.outcome
      FROM held, jsonb_to_recordset($4::jsonb) AS step(key text, "requestHash" text, outcome jsonb)
    ON CONFLICT DO NOTHING
  ), told AS (
    INSERT INTO turn_events (org_id, turn_id, seq, type, payload, at)
    SELECT $1, $2, event.seq, event.type, event.payload, event.at
      FROM held, jsonb_to_recordset($5::jsonb) AS event(seq int, type text, payload jsonb, at timestamptz)
    ON CONFLICT DO NOTHING
  )
  SELECT cancel_requested AS "cancelRequested" FROM held WHERE NOT ($6 AND cancel_requested)
   UNION ALL SELECT refuse('${CANCELLED}', 'the turn is to be cancelled') FROM held WHERE $6 AND cancel_requested
   UNION ALL SELECT refuse('${LEASE_LOST}', 'another worker has the turn') WHERE NOT EXISTS (SELECT 1 FROM held)`;

function hashOf(request: unknown): string {
  return createHash('sha256')
    .update(JSON.stringify(request) ?? '')
    .digest('base64url');
}
