import { Inject, Injectable } from '@nestjs/common';
import { v4 as uuidv4 } from 'uuid';
import { CLOCK, type Clock } from '#config';
import type { TurnState } from '#contracts';
import { Database, isUniqueViolation, OrgBatches } from '#database';
import { isRead } from '../live/conversation-reader.repository.ts';
import { conversationWindow } from '../pipeline/context/conversation-window.read-model.ts';
import type { ClaimedTurn, DecidedCall, EarlierRuns, RecordedStep, TurnRow } from './claimed-turn.ts';
import { stateOf } from '../turn-state.ts';

/** A worker that has not renewed its lease for this long has lost the turn. Measured by the database clock. */
export const LEASE_MS = 5_000;
/** Leases begin before the conversations of all turns of a batch are read. */
const CLAIMS_AT_ONCE = 20;
/** Allows three renewals per lease. */
export const LEASE_RENEWAL_MS = 1_500;

/** Up to this number of starts, the death of a worker delays the turn only by its lease. */
const PROMPT_STARTS = 4;
const FIRST_BACK_OFF_MS = 500;
/** Lease and backoff together stay below 10 s, the limit for taking over a turn. */
const MAX_BACK_OFF_MS = 4_000;
/**
 * The backoff of a turn with many starts after the death of its worker. It doubles with each start, minus up to half at
 * random. The backoff separates a turn that crashes its worker from turns that ran in the same process, and spreads the
 * load on restarted workers. `MAX_STARTS` ends a turn that keeps crashing.
 */
const backOffOf = (turn: string) => `CASE WHEN ${turn}.starts < ${PROMPT_STARTS} THEN interval '0' ELSE
  least(${MAX_BACK_OFF_MS}, ${FIRST_BACK_OFF_MS} * 2 ^ least(${turn}.starts - ${PROMPT_STARTS}, 10))
    * (1 - (hashtext(${turn}.lease_token::text) & 1023) / 2048.0) * interval '1 millisecond' END`;

/**
 * The index that allows one running turn per conversation. A turn that resumes after an approval can conflict with a
 * younger turn.
 */
const ONE_RUNNING = 'turns_one_running';
const ANOTHER_RUNS_DELAY_MS = 250;

export type Claim =
  | { kind: 'claimed'; turn: ClaimedTurn }
  /** The turn has nothing to run: it has ended, waits for a person, or is behind an older turn of its conversation. */
  | { kind: 'not_yours'; reason: string }
  /** Another worker has the turn, or had it a moment ago. */
  | { kind: 'later'; delayMs: number };

type TakenTurn = TurnRow & Pick<ClaimedTurn, 'resumed' | 'isRead' | 'loaded'>;

interface Wanted {
  turnId: string;
  messages: number;
}

/**
 * `OFFSET 0` makes the search for older turns an index look-up per turn; a join would read all turns. A subquery sees the
 * rows as they were before the statement: of two turns of one conversation only the older is claimed, and `started_at`
 * shows whether there was an earlier run. `started_at` is never before the end of the previous turn: this worker may have
 * read its clock before it waited for the database. The conversation is read in the same statement, which costs the server and
 * the client less than two.
 */
const CLAIM = `
  WITH claimed AS (
  UPDATE turns AS t
     SET state = 'running', lease_token = ($3::uuid[])[array_position($2::uuid[], t.id)], lease_until = clock_timestamp() + $4 * interval '1 millisecond',
         starts = t.starts + 1, started_at = coalesce(t.started_at, greatest($5, (
           SELECT finished_at FROM turns AS before
            WHERE before.org_id = $1 AND before.conversation_id = t.conversation_id AND before.seq = t.seq - 1)))
   WHERE t.org_id = $1 AND t.id = ANY ($2)
     AND (${stateOf('t')} = 'queued' OR (${stateOf('t')} = 'running' AND t.lease_until + ${backOffOf('t')} < clock_timestamp()))
     AND NOT EXISTS (
       SELECT 1 FROM turns AS older
        WHERE older.org_id = $1 AND older.conversation_id = t.conversation_id AND older.seq < t.seq
          AND older.state IN ('queued', 'running') OFFSET 0)
  RETURNING t.id, t.org_id AS "orgId", t.conversation_id AS "conversationId", t.seq, t.message_id AS "messageId",
    t.channel, t.pack, t.requested_agent AS "requestedAgent", t.contact_id AS "contactId",
    t.caller_kind AS "callerKind", t.caller_user_id AS "callerUserId", t.traceparent, t.request,
    t.callback_url AS "callbackUrl", t.override, t.created_at AS "createdAt",
    t.lease_token AS "leaseToken", t.starts, t.waited_ms AS "waitedMs", t.retries, (SELECT started_at FROM turns AS before WHERE org_id = $1 AND id = t.id) IS NOT NULL AS resumed,
    ${isRead('t')} AS "isRead")
  SELECT claimed.*, ${conversationWindow({ conversation: 'claimed."conversationId"', seq: 'claimed.seq', limit: '$6' })} AS loaded
    FROM claimed`;

const WHY_NOT = `
  SELECT state, GREATEST(0, EXTRACT(EPOCH FROM lease_until + ${backOffOf('turns')} - clock_timestamp()) * 1000)::float8 AS "leaseMs"
    FROM turns WHERE org_id = $1 AND id = $2`;

const EARLIER_STEPS = `SELECT key, request_hash AS "requestHash", outcome FROM turn_steps WHERE org_id = $1 AND turn_id = $2`;
const EARLIER_EVENTS = `
  SELECT coalesce(max(seq), 0)::int AS "lastEventSeq" FROM turn_events WHERE org_id = $1 AND turn_id = $2`;

const DECIDED_CALLS = `
  SELECT step_key AS "stepKey", arguments_hash AS "argumentsHash", state AS decision, comment FROM approvals
   WHERE org_id = $1 AND turn_id = $2 AND state IN ('approved', 'refused', 'expired')`;

const RENEW = `
  UPDATE turns SET lease_until = clock_timestamp() + $4 * interval '1 millisecond'
   WHERE org_id = $1 AND id = $2 AND lease_token = $3 AND ${stateOf('turns')} = 'running'
   RETURNING id, cancel_requested AS "cancelRequested"`;

/** Skips turns whose rows another transaction has locked, so that one such turn does not let the other leases expire. */
const RENEW_ALL = `
  WITH held AS (
    SELECT turns.id FROM unnest($2::uuid[], $3::uuid[]) AS lease(turn_id, token)
      JOIN turns ON turns.id = lease.turn_id AND turns.lease_token = lease.token
     WHERE turns.org_id = $1 AND turns.id = ANY ($2) AND ${stateOf('turns')} = 'running' FOR NO KEY UPDATE OF turns SKIP LOCKED)
  UPDATE turns SET lease_until = clock_timestamp() + $4 * interval '1 millisecond'
    FROM held WHERE turns.org_id = $1 AND turns.id = held.id
   RETURNING turns.id, turns.cancel_requested AS "cancelRequested"`;

const RELEASE = `
  UPDATE turns SET state = 'queued', lease_token = NULL, lease_until = NULL, starts = starts - $4
   WHERE org_id = $1 AND id = $2 AND lease_token = $3 AND ${stateOf('turns')} = 'running'`;

export interface RenewedLease {
  /** False if another worker has the turn, or the turn has ended. */
  held: boolean;
  cancelRequested: boolean;
}

/** Claims and leases of turns. Each is a conditional update, which can answer "not yours". */
@Injectable()
export class ClaimRepository {
  private readonly claims = new OrgBatches<Wanted, TakenTurn | null>(
    (orgId, wanted) => this.claimRows(orgId, wanted),
    async (orgId, wanted) => (await this.claimRows(orgId, [wanted]))[0] ?? null,
    CLAIMS_AT_ONCE,
  );
  private readonly renewals = new OrgBatches<TurnRow, RenewedLease>(
    (orgId, rows) => this.renewAll(orgId, rows),
    (_orgId, row) => this.renewAlone(row),
  );

  constructor(
    private readonly database: Database,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /**
   * Claims the turn or returns the reason why not. Checks again all conditions under which the job was enqueued.
   *
   * @param messages number of messages of the conversation to load, including the turn's own.
   */
  async claim(orgId: string, turnId: string, messages = 1): Promise<Claim> {
    const taken = await this.take(orgId, { turnId, messages });
    if (taken === 'another runs') return { kind: 'later', delayMs: ANOTHER_RUNS_DELAY_MS };
    if (!taken) return this.explain(orgId, turnId);
    const { resumed, isRead: read, loaded, ...row } = taken;
    const earlier = resumed ? await this.readEarlier(orgId, turnId) : NO_EARLIER_RUN;
    return { kind: 'claimed', turn: { row, resumed, isRead: read, earlier, loaded } };
  }

  private async take(orgId: string, wanted: Wanted): Promise<TakenTurn | 'another runs' | undefined> {
    try {
      return (await this.claims.add(orgId, wanted)) ?? undefined;
    } catch (error) {
      if (isUniqueViolation(error, ONE_RUNNING)) return 'another runs';
      throw error;
    }
  }

  /** @returns one entry per id, in the same order; null for a turn that was not claimed. */
  private async claimRows(orgId: string, wanted: readonly Wanted[]): Promise<(TakenTurn | null)[]> {
    const tokens = wanted.map(() => uuidv4());
    const ids = wanted.map(({ turnId }) => turnId);
    const messages = Math.max(...wanted.map((each) => each.messages));
    // Lazy: a claim that a crash of PostgreSQL undoes is a lost lease, and the sweeper enqueues the turn again.
    const taken = await this.database.forOrgAtOnce(
      orgId,
      (tx) => tx.query<TakenTurn>(CLAIM, [ids, tokens, LEASE_MS, this.clock.now(), messages]),
      { lazy: true },
    );
    return tokens.map((token) => taken.find(({ leaseToken }) => leaseToken === token) ?? null);
  }

  renew(row: TurnRow): Promise<RenewedLease> {
    return this.renewals.add(row.orgId, row);
  }

  private async renewAll(orgId: string, rows: TurnRow[]): Promise<(RenewedLease | undefined)[]> {
    const renewed = await this.renewRows(orgId, RENEW_ALL, [
      rows.map(({ id }) => id),
      rows.map(({ leaseToken }) => leaseToken),
    ]);
    return rows.map(({ id }) => {
      const cancelRequested = renewed.get(id);
      return cancelRequested === undefined ? undefined : { held: true, cancelRequested };
    });
  }

  /** For a turn whose row is locked or that another worker has taken over. Waits for the lock. */
  private async renewAlone(row: TurnRow): Promise<RenewedLease> {
    const renewed = await this.renewRows(row.orgId, RENEW, [row.id, row.leaseToken]);
    return { held: renewed.size > 0, cancelRequested: renewed.get(row.id) ?? false };
  }

  /** @returns for each turn whose lease was renewed, whether its cancellation was requested. */
  private async renewRows(orgId: string, sql: string, leases: unknown[]): Promise<Map<string, boolean>> {
    const rows = await this.database.forOrgAtOnce(
      orgId,
      (tx) => tx.query<{ id: string; cancelRequested: boolean }>(sql, [...leases, LEASE_MS]),
      { lazy: true },
    );
    return new Map(rows.map(({ id, cancelRequested }) => [id, cancelRequested]));
  }

  /** Puts the turn back to `queued`. @param counts whether this start counts towards the limit on starts. */
  async release(row: TurnRow, { counts } = { counts: true }): Promise<void> {
    const released = [row.id, row.leaseToken, counts ? 0 : 1];
    await this.database.forOrgAtOnce(row.orgId, (tx) => tx.execute(RELEASE, released));
  }

  private async explain(orgId: string, turnId: string): Promise<Claim> {
    const [row] = await this.database.forOrgAtOnce(orgId, (tx) =>
      tx.query<{ state: TurnState; leaseMs: number | null }>(WHY_NOT, [turnId]),
    );
    if (!row) return { kind: 'not_yours', reason: 'the turn does not exist' };
    if (row.state === 'running') return { kind: 'later', delayMs: (row.leaseMs ?? 0) + 100 };
    if (row.state === 'queued')
      return { kind: 'not_yours', reason: 'an older turn of the conversation is not finished' };
    return { kind: 'not_yours', reason: `it is ${row.state}` };
  }

  private async readEarlier(orgId: string, turnId: string): Promise<EarlierRuns> {
    const [steps, [events], approvals] = await this.database.forOrgAtOnce(orgId, (tx) =>
      Promise.all([
        tx.query<RecordedStep & { key: string }>(EARLIER_STEPS, [turnId]),
        tx.query<{ lastEventSeq: number }>(EARLIER_EVENTS, [turnId]),
        tx.query<DecidedCall>(DECIDED_CALLS, [turnId]),
      ]),
    );
    return {
      steps: new Map(steps.map(({ key, ...step }) => [key, step])),
      lastEventSeq: events?.lastEventSeq ?? 0,
      approvals,
    };
  }
}

/** Event 1 is `turn.queued`, which the acceptance wrote. */
const NO_EARLIER_RUN: EarlierRuns = { steps: new Map(), lastEventSeq: 1, approvals: [] };
