import { createHash } from 'node:crypto';
import type { Clock } from '#config';
import type { TurnEventType } from '#contracts';
import type { Database, OrgTransaction } from '#database';
import type { TurnNews } from '#queue';
import { LeaseLostError, TurnCancelledError } from '../turn.errors.ts';

/** Events wait this long for company before they are written: a live reader sees them within 100 ms. */
const FLUSH_AFTER_MS = 40;

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
  private events: PendingEvent[] = [];
  private steps: PendingStep[] = [];
  private timer: NodeJS.Timeout | undefined;
  private writing: Promise<void> = Promise.resolve();
  private failure: unknown;
  private lastSeq: number;

  constructor(
    private readonly database: Database,
    private readonly news: TurnNews,
    private readonly clock: Clock,
    private readonly start: TurnLogStart,
  ) {
    this.lastSeq = start.lastEventSeq;
  }

  /** True when an earlier run of this turn finished a step. */
  get replaying(): boolean {
    return this.start.steps.size > 0;
  }

  /** Tells readers; written soon, with whatever is written next. Neighbouring text is joined. */
  emit(type: TurnEventType, payload: Record<string, unknown> = {}): void {
    const last = this.events.at(-1);
    if (type === 'text.delta' && last?.type === 'text.delta') {
      last.payload = { text: String(last.payload.text) + String(payload.text) };
      return;
    }
    this.lastSeq += 1;
    this.events.push({ seq: this.lastSeq, type, payload, at: this.clock.now() });
    this.timer ??= setTimeout(() => {
      this.timer = undefined;
      void this.flush().catch((error: unknown) => {
        this.failure ??= error;
      });
    }, FLUSH_AFTER_MS);
  }

  /** What an earlier run recorded under `key`. */
  recorded<Outcome>(key: string): Outcome | undefined {
    return this.start.steps.get(key)?.outcome as Outcome | undefined;
  }

  /** Keeps the outcome of a step; it is written with the next flush. */
  record(key: string, request: unknown, outcome: unknown): void {
    this.steps.push({ key, requestHash: hashOf(request), outcome });
  }

  /**
   * Writes what is pending in a transaction of its own.
   *
   * @throws LeaseLostError, TurnCancelledError, or what the database throws.
   */
  async flush(): Promise<void> {
    if (this.failure) throw this.failure as Error;
    const write = this.writing.then(async () => {
      if (this.events.length + this.steps.length === 0) return;
      await this.database.forOrg(this.start.orgId, (tx) => this.writeInto(tx));
    });
    this.writing = write.catch(() => undefined);
    await write;
  }

  /**
   * Writes what is pending into `tx`, which thereby holds the turn's row: nobody can take the turn over before it ends.
   *
   * @throws LeaseLostError when the turn is another worker's, TurnCancelledError when it is to stop.
   */
  async writeInto(tx: OrgTransaction): Promise<void> {
    const { events, steps } = this;
    this.events = [];
    this.steps = [];
    const held = await tx.query<{ cancelRequested: boolean }>(WRITE_LOG, [
      this.start.orgId,
      this.start.turnId,
      this.start.leaseToken,
      JSON.stringify(steps),
      JSON.stringify(events),
    ]);
    if (!held[0]) throw new LeaseLostError(this.start.turnId);
    if (events.length > 0) await this.news.announce(tx, this.start.turnId);
    if (held[0].cancelRequested) throw new TurnCancelledError();
  }

  /** No timer of this run stays behind. What is pending and unwritten is dropped. */
  async close(): Promise<void> {
    clearTimeout(this.timer);
    this.timer = undefined;
    await this.writing;
  }
}

/** One statement: hold the turn under the lease, and only then write. */
const WRITE_LOG = `
  WITH held AS (
    SELECT cancel_requested FROM turns
     WHERE org_id = $1 AND id = $2 AND lease_token = $3 AND state = 'running' FOR NO KEY UPDATE
  ), journal AS (
    INSERT INTO turn_steps (org_id, turn_id, key, request_hash, outcome)
    SELECT $1, $2, step.key, step."requestHash", step.outcome
      FROM held, jsonb_to_recordset($4::jsonb) AS step(key text, "requestHash" text, outcome jsonb)
  ), told AS (
    INSERT INTO turn_events (org_id, turn_id, seq, type, payload, at)
    SELECT $1, $2, event.seq, event.type, event.payload, event.at
      FROM held, jsonb_to_recordset($5::jsonb) AS event(seq int, type text, payload jsonb, at timestamptz)
  )
  SELECT cancel_requested AS "cancelRequested" FROM held`;

function hashOf(request: unknown): string {
  return createHash('sha256').update(JSON.stringify(request) ?? '').digest('base64url');
}
