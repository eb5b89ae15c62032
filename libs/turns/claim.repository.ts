import { v4 as uuidv4 } from 'uuid';
import type { CallerKind, TurnOverride, TurnState } from '#contracts';
import type { Clock } from '#config';
import type { ApprovalDecided } from '#tools';
import { isUniqueViolation, type Database } from '#database';
import type { RecordedStep } from './journal/turn-log.ts';

/** A worker that has not renewed its lease for this long has lost the turn. By the database's own clock. */
export const LEASE_MS = 5_000;
/** Three renewals fit into a lease. */
export const LEASE_RENEWAL_MS = 1_500;

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

const CLAIM = `
  UPDATE turns AS t
     SET state = 'running', lease_token = $3, lease_until = clock_timestamp() + $4 * interval '1 millisecond',
         starts = t.starts + 1, started_at = coalesce(t.started_at, $5)
    FROM (SELECT started_at FROM turns WHERE org_id = $1 AND id = $2) AS before
   WHERE t.org_id = $1 AND t.id = $2
     AND (t.state = 'queued' OR (t.state = 'running' AND t.lease_until < clock_timestamp()))
     AND NOT EXISTS (
       SELECT 1 FROM turns AS older
        WHERE older.org_id = $1 AND older.conversation_id = t.conversation_id AND older.seq < t.seq
          AND older.state IN ('queued', 'running'))
  RETURNING t.id, t.org_id AS "orgId", t.conversation_id AS "conversationId", t.seq, t.message_id AS "messageId",
    t.channel, t.pack, t.requested_agent AS "requestedAgent", t.contact_id AS "contactId",
    t.caller_kind AS "callerKind", t.caller_user_id AS "callerUserId", t.traceparent,
    t.callback_url AS "callbackUrl", t.override, t.created_at AS "createdAt",
    t.lease_token AS "leaseToken", t.starts, before.started_at IS NOT NULL AS resumed`;

const WHY_NOT = `
  SELECT state, GREATEST(0, EXTRACT(EPOCH FROM lease_until - clock_timestamp()) * 1000)::float8 AS "leaseMs"
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
   WHERE org_id = $1 AND id = $2 AND lease_token = $3 AND state = 'running'
   RETURNING cancel_requested AS "cancelRequested"`;

const RELEASE = `
  UPDATE turns SET state = 'queued', lease_token = NULL, lease_until = NULL
   WHERE org_id = $1 AND id = $2 AND lease_token = $3 AND state = 'running'`;

export interface RenewedLease {
  /** False when another worker has the turn, or it has ended. */
  held: boolean;
  /** Somebody has asked for the turn to stop. */
  cancelRequested: boolean;
}

/** Who works on which turn: conditional updates that can answer "not yours". */
export class ClaimRepository {
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
      const [taken] = await this.database.forOrgAtOnce(orgId, (tx) =>
        tx.query<TakenTurn>(CLAIM, [turnId, uuidv4(), LEASE_MS, this.clock.now()]),
      );
      return taken;
    } catch (error) {
      if (isUniqueViolation(error, ONE_RUNNING)) return 'another runs';
      throw error;
    }
  }

  /** @returns false when the lease is no longer this run's. */
  async renew(turn: ClaimedTurn): Promise<RenewedLease> {
    const [renewed] = await this.database.forOrgAtOnce(turn.orgId, (tx) =>
      tx.query<{ cancelRequested: boolean }>(RENEW, [turn.id, turn.leaseToken, LEASE_MS]),
    );
    return { held: renewed !== undefined, cancelRequested: renewed?.cancelRequested ?? false };
  }

  /** Hands the turn back, to be claimed again. */
  async release(turn: ClaimedTurn): Promise<void> {
    await this.database.forOrgAtOnce(turn.orgId, (tx) => tx.execute(RELEASE, [turn.id, turn.leaseToken]));
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
