import { v4 as uuidv4 } from 'uuid';
import type { CallerKind, TurnOverride, TurnState } from '#contracts';
import type { Clock } from '#config';
import type { ApprovalDecided } from '#tools';
import { isUniqueViolation, OrgBatches, type Database } from '#database';
import type { RecordedStep } from '../journal/turn-log.ts';
import { stateOf } from './state-of-turn.ts';

/** A worker that has not renewed its lease for this long has lost the turn. By the database's own clock. */
export const LEASE_MS = 5_000;
/** Three renewals fit into a lease. */
export const LEASE_RENEWAL_MS = 1_500;

/** Up to so many starts, a worker that dies costs the turn no more than its lease. */
const PROMPT_STARTS = 4;
const FIRST_PAUSE_MS = 500;
/** With the lease it stays under the 10 s within which a turn is taken over; `MAX_STARTS` is what ends one that kills. */
const MAX_PAUSE_MS = 4_000;
/**
 * How long a turn that was begun again and again is left alone when its worker has died: twice as long each time,
 * less up to half of it by chance. One that takes its workers with it so parts from those that only ran beside it, and
 * workers that have just come up are not given all of them at once.
 */
const pauseOf = (turn: string) => `CASE WHEN ${turn}.starts < ${PROMPT_STARTS} THEN interval '0' ELSE
  least(${MAX_PAUSE_MS}, ${FIRST_PAUSE_MS} * 2 ^ least(${turn}.starts - ${PROMPT_STARTS}, 10))
    * (1 - (hashtext(${turn}.lease_token::text) & 1023) / 2048.0) * interval '1 millisecond' END`;

/** The turn as the worker that claimed it holds it. */
export interface ClaimedTurn {
  id: string;
  orgId: string;
  conversationId: string;
  seq: number;
  messageId: string;
  channel: string;
  pack: string;
  requestedAgent: string | null;
  contactId: string;
  callerKind: CallerKind;
  callerUserId: string | null;
  traceparent: string;
  /** Where the message wants its result to be sent. */
  callbackUrl: string | null;
  /** What it does otherwise than its org's settings say; null for all but what is tried out in the console. */
  override: TurnOverride | null;
  createdAt: Date;
  leaseToken: string;
  /** Runs begun so far, this one included. */
  starts: number;
  /** An earlier run was begun; parts of it may have happened. */
  resumed: boolean;
  lastEventSeq: number;
  /** Text of an unfinished earlier run was sent to readers. */
  textSent: boolean;
  steps: Map<string, RecordedStep>;
  /** What people decided about calls of earlier runs. */
  approvals: DecidedCall[];
}

export interface DecidedCall {
  stepKey: string;
  argumentsHash: string;
  decision: ApprovalDecided;
  comment: string | null;
}

type TakenTurn = Omit<ClaimedTurn, 'steps' | 'lastEventSeq' | 'textSent' | 'approvals'>;

/** Index that lets no two turns of a conversation run: one that comes back from an approval may meet a younger one. */
const ONE_RUNNING = 'turns_one_running';
const ANOTHER_RUNS_DELAY_MS = 250;

export type Claim =
  | { kind: 'claimed'; turn: ClaimedTurn }
  /** Nothing to do: it has ended, waits for a person, or an older turn of the conversation comes first. */
  | { kind: 'not_yours'; reason: string }
  /** Another worker has it, or had it until a moment ago. */
  | { kind: 'later'; delayMs: number };

/**
 * Of two turns of one conversation in the same statement only the older has none before it. `OFFSET 0` keeps that look
 * an index look-up per turn: as a join it would read all turns. What stood in a row before is what a query within the
 * statement still sees.
 */
const CLAIM = `
  UPDATE turns AS t
     SET state = 'running', lease_token = ($3::uuid[])[array_position($2::uuid[], t.id)], lease_until = clock_timestamp() + $4 * interval '1 millisecond',
         starts = t.starts + 1, started_at = coalesce(t.started_at, $5)
   WHERE t.org_id = $1 AND t.id = ANY ($2)
     AND (${stateOf('t')} = 'queued' OR (${stateOf('t')} = 'running' AND t.lease_until + ${pauseOf('t')} < clock_timestamp()))
     AND NOT EXISTS (
       SELECT 1 FROM turns AS older
        WHERE older.org_id = $1 AND older.conversation_id = t.conversation_id AND older.seq < t.seq
          AND older.state IN ('queued', 'running') OFFSET 0)
  RETURNING t.id, t.org_id AS "orgId", t.conversation_id AS "conversationId", t.seq, t.message_id AS "messageId",
    t.channel, t.pack, t.requested_agent AS "requestedAgent", t.contact_id AS "contactId",
    t.caller_kind AS "callerKind", t.caller_user_id AS "callerUserId", t.traceparent,
    t.callback_url AS "callbackUrl", t.override, t.created_at AS "createdAt",
    t.lease_token AS "leaseToken", t.starts, (SELECT started_at FROM turns AS before WHERE org_id = $1 AND id = t.id) IS NOT NULL AS resumed`;

const WHY_NOT = `
  SELECT state, GREATEST(0, EXTRACT(EPOCH FROM lease_until + ${pauseOf('turns')} - clock_timestamp()) * 1000)::float8 AS "leaseMs"
    FROM turns WHERE org_id = $1 AND id = $2`;

const EARLIER_STEPS = `SELECT key, request_hash AS "requestHash", outcome FROM turn_steps WHERE org_id = $1 AND turn_id = $2`;
const EARLIER_EVENTS = `
  SELECT coalesce(max(seq), 0)::int AS "lastEventSeq",
         coalesce(max(seq) FILTER (WHERE type = 'text.delta') > coalesce(max(seq) FILTER (WHERE type = 'text.reset'), 0), false) AS "textSent"
    FROM turn_events WHERE org_id = $1 AND turn_id = $2`;

const DECIDED_CALLS = `
  SELECT step_key AS "stepKey", arguments_hash AS "argumentsHash", state AS decision, comment FROM approvals
   WHERE org_id = $1 AND turn_id = $2 AND state IN ('approved', 'refused', 'expired')`;

const RENEW = `
  UPDATE turns SET lease_until = clock_timestamp() + $4 * interval '1 millisecond'
   WHERE org_id = $1 AND id = $2 AND lease_token = $3 AND ${stateOf('turns')} = 'running'
   RETURNING id, cancel_requested AS "cancelRequested"`;

/** Of many turns, those that no other transaction is busy with: one must not let the leases of the others run out. */
const RENEW_ALL = `
  WITH held AS (
    SELECT turns.id FROM unnest($2::uuid[], $3::uuid[]) AS lease(turn_id, token)
      JOIN turns ON turns.id = lease.turn_id AND turns.lease_token = lease.token
     WHERE turns.org_id = $1 AND ${stateOf('turns')} = 'running' FOR NO KEY UPDATE OF turns SKIP LOCKED)
  UPDATE turns SET lease_until = clock_timestamp() + $4 * interval '1 millisecond'
    FROM held WHERE turns.org_id = $1 AND turns.id = held.id
   RETURNING turns.id, turns.cancel_requested AS "cancelRequested"`;

const RELEASE = `
  UPDATE turns SET state = 'queued', lease_token = NULL, lease_until = NULL, starts = starts - $4
   WHERE org_id = $1 AND id = $2 AND lease_token = $3 AND ${stateOf('turns')} = 'running'`;

export interface RenewedLease {
  /** False when another worker has the turn, or it has ended. */
  held: boolean;
  /** Somebody has asked for the turn to stop. */
  cancelRequested: boolean;
}

/** Who works on which turn: conditional updates that can answer "not yours". */
export class ClaimRepository {
  private readonly claims = new OrgBatches<string, TakenTurn | null>(
    (orgId, turnIds) => this.claimRows(orgId, turnIds),
    async (orgId, turnId) => (await this.claimRows(orgId, [turnId]))[0] ?? null,
  );
  private readonly renewals = new OrgBatches<ClaimedTurn, RenewedLease>(
    (orgId, turns) => this.renewAll(orgId, turns),
    (_orgId, turn) => this.renewAlone(turn),
  );

  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  /** Takes the turn, or says why not. Whatever was true when the job was enqueued is checked again here. */
  async claim(orgId: string, turnId: string): Promise<Claim> {
    const claimed = await this.take(orgId, turnId);
    if (claimed === 'another runs') return { kind: 'later', delayMs: ANOTHER_RUNS_DELAY_MS };
    if (!claimed) return this.explain(orgId, turnId);
    const earlier = claimed.resumed ? await this.readEarlier(orgId, turnId) : FIRST_RUN;
    return { kind: 'claimed', turn: { ...claimed, ...earlier, steps: new Map(earlier.steps) } };
  }

  private async take(orgId: string, turnId: string): Promise<TakenTurn | 'another runs' | undefined> {
    try {
      return (await this.claims.add(orgId, turnId)) ?? undefined;
    } catch (error) {
      if (isUniqueViolation(error, ONE_RUNNING)) return 'another runs';
      throw error;
    }
  }

  /** @returns the turns that were taken, each in the place of its id; null for the others. */
  private async claimRows(orgId: string, turnIds: readonly string[]): Promise<(TakenTurn | null)[]> {
    const tokens = turnIds.map(() => uuidv4());
    const taken = await this.database.forOrgAtOnce(orgId, (tx) =>
      tx.query<TakenTurn>(CLAIM, [turnIds, tokens, LEASE_MS, this.clock.now()]),
    );
    return tokens.map((token) => taken.find(({ leaseToken }) => leaseToken === token) ?? null);
  }

  /** @returns not `held` when the lease is no longer this run's. */
  renew(turn: ClaimedTurn): Promise<RenewedLease> {
    return this.renewals.add(turn.orgId, turn);
  }

  private async renewAll(orgId: string, turns: ClaimedTurn[]): Promise<(RenewedLease | undefined)[]> {
    const renewed = await this.renewRows(orgId, RENEW_ALL, [
      turns.map(({ id }) => id),
      turns.map(({ leaseToken }) => leaseToken),
    ]);
    return turns.map(({ id }) => {
      const cancelRequested = renewed.get(id);
      return cancelRequested === undefined ? undefined : { held: true, cancelRequested };
    });
  }

  /** For a turn that another worker has, or another transaction is busy with: waits until it is known which. */
  private async renewAlone(turn: ClaimedTurn): Promise<RenewedLease> {
    const renewed = await this.renewRows(turn.orgId, RENEW, [turn.id, turn.leaseToken]);
    return { held: renewed.size > 0, cancelRequested: renewed.get(turn.id) ?? false };
  }

  /** @returns of each turn whose lease was renewed, whether somebody has asked for it to stop. */
  private async renewRows(orgId: string, sql: string, leases: unknown[]): Promise<Map<string, boolean>> {
    const rows = await this.database.forOrgAtOnce(orgId, (tx) =>
      tx.query<{ id: string; cancelRequested: boolean }>(sql, [...leases, LEASE_MS]),
    );
    return new Map(rows.map(({ id, cancelRequested }) => [id, cancelRequested]));
  }

  /** Hands the turn back, to be claimed again. @param counts whether this start stays counted. */
  async release(turn: ClaimedTurn, { counts } = { counts: true }): Promise<void> {
    const released = [turn.id, turn.leaseToken, counts ? 0 : 1];
    await this.database.forOrgAtOnce(turn.orgId, (tx) => tx.execute(RELEASE, released));
  }

  private async explain(orgId: string, turnId: string): Promise<Claim> {
    const [row] = await this.database.forOrgAtOnce(orgId, (tx) =>
      tx.query<{ state: TurnState; leaseMs: number | null }>(WHY_NOT, [turnId]),
    );
    if (!row) return { kind: 'not_yours', reason: 'there is no such turn' };
    if (row.state === 'running') return { kind: 'later', delayMs: (row.leaseMs ?? 0) + 100 };
    if (row.state === 'queued')
      return { kind: 'not_yours', reason: 'an older turn of the conversation is not finished' };
    return { kind: 'not_yours', reason: `it is ${row.state}` };
  }

  /** What earlier runs left. Nobody adds to it any more: the lease is this run's. */
  private async readEarlier(orgId: string, turnId: string) {
    const [steps, [events], approvals] = await this.database.forOrgAtOnce(orgId, (tx) =>
      Promise.all([
        tx.query<{ key: string; requestHash: string; outcome: unknown }>(EARLIER_STEPS, [turnId]),
        tx.query<{ lastEventSeq: number; textSent: boolean }>(EARLIER_EVENTS, [turnId]),
        tx.query<DecidedCall>(DECIDED_CALLS, [turnId]),
      ]),
    );
    return {
      steps: steps.map(({ key, ...step }): [string, RecordedStep] => [key, step]),
      lastEventSeq: events?.lastEventSeq ?? 0,
      textSent: events?.textSent ?? false,
      approvals,
    };
  }
}

/** Event 1 is `turn.queued`, written by the acceptance. */
const FIRST_RUN = {
  steps: [] as [string, RecordedStep][],
  lastEventSeq: 1,
  textSent: false,
  approvals: [] as DecidedCall[],
};
