import type { ApprovalState, ApprovalView } from '#contracts';
import { jsonbText, type OrgTransaction, type PlatformTransaction } from '#database';
import type { ApprovalRequest } from '#tools';
import { AdmissionRepository, type Lane } from '../admission/admission.repository.ts';

export interface NewApproval extends ApprovalRequest {
  id: string;
}

type Times = 'requestedAt' | 'expiresAt' | 'decidedAt';
export type ApprovalRow = Omit<ApprovalView, Times> & {
  requestedAt: Date;
  expiresAt: Date;
  decidedAt: Date | null;
};

export type DecidedApproval = ApprovalRow & { argumentsHash: string };

const COLUMNS = `id, turn_id AS "turnId", conversation_id AS "conversationId", tool, arguments, reason, state,
  requested_at AS "requestedAt", expires_at AS "expiresAt", decided_at AS "decidedAt", decided_by AS "decidedBy", comment`;

const PARK = `
  UPDATE turns SET state = 'awaiting_approval', admission = 'behind', lease_token = NULL, lease_until = NULL,
     prompt_tokens = $3, cached_tokens = $4, completion_tokens = $5, cost_usd = $6, model_rounds = $7, tool_calls = $8,
     model_ms = $9, tool_ms = $10, agent = $11
   WHERE org_id = $1 AND id = $2`;

const ASK = `
  INSERT INTO approvals (org_id, id, turn_id, conversation_id, step_key, tool, arguments, arguments_hash, reason,
    requested_at, expires_at)
  SELECT $1, asked.id, $2, $3, asked."stepKey", asked.tool, asked.arguments, asked."argumentsHash", asked.reason, $5, $6
    FROM jsonb_to_recordset($4::jsonb)
      AS asked(id uuid, "stepKey" text, tool text, arguments jsonb, "argumentsHash" text, reason text)
  ON CONFLICT DO NOTHING`;

const SAY_MEANWHILE = `
  WITH place AS (
    UPDATE conversations SET message_count = message_count + 1, last_message_at = $6 WHERE org_id = $1 AND id = $3
  )
  INSERT INTO messages (org_id, id, conversation_id, turn_id, turn_seq, seq, role, author_kind, text, created_at)
  SELECT $1, $4, $3, $2, t.seq, 1 + (SELECT max(m.seq) FROM messages m
      WHERE m.org_id = $1 AND m.conversation_id = $3 AND m.turn_seq = t.seq), 'interim', 'agent', $5, $6
    FROM turns t WHERE t.org_id = $1 AND t.id = $2`;

const DECIDE = `
  UPDATE approvals SET state = $3, decided_at = $4, decided_by = $5, comment = $6
   WHERE org_id = $1 AND id = $2 AND state = 'pending' AND (expires_at > $4) = ($3 <> 'expired')
  RETURNING ${COLUMNS}, arguments_hash AS "argumentsHash"`;

/** A person has acted, so the starts so far say nothing of a turn that takes its workers with it. */
const RESUME = `
  UPDATE turns SET state = 'queued', run = run + 1, starts = 0
   WHERE org_id = $1 AND id = $2 AND state = 'awaiting_approval'
     AND NOT EXISTS (SELECT 1 FROM approvals WHERE org_id = $1 AND turn_id = $2 AND state = 'pending')
  RETURNING lane`;

/** Parks a turn until people have decided, and lets it go on. */
export class ApprovalRepository {
  constructor(private readonly tx: OrgTransaction) {}

  /**
   * Parks the turn with what it waits for and what the conversation is told meanwhile. The caller holds conversation
   * and turn. Sent at once, without waiting in between.
   */
  async park(
    turn: { id: string; conversationId: string; agent: string },
    totals: readonly number[],
    asked: readonly NewApproval[],
    interim: { messageId: string; text: string },
    { at, expiresAt }: { at: Date; expiresAt: Date },
  ): Promise<void> {
    await Promise.all([
      this.tx.execute(PARK, [turn.id, ...totals, turn.agent]),
      this.tx.execute(ASK, [turn.id, turn.conversationId, jsonbText(asked), at, expiresAt]),
      this.tx.execute(SAY_MEANWHILE, [turn.id, turn.conversationId, interim.messageId, interim.text, at]),
    ]);
  }

  async find(id: string): Promise<ApprovalRow | undefined> {
    const rows = await this.tx.query<ApprovalRow>(
      `SELECT ${COLUMNS} FROM approvals WHERE org_id = $1 AND id = $2`,
      [id],
    );
    return rows[0];
  }

  /** Newest first. */
  page(
    size: number,
    state: ApprovalState | undefined,
    before: { at: Date | null; id: string | null },
  ): Promise<ApprovalRow[]> {
    return this.tx.query<ApprovalRow>(
      `SELECT ${COLUMNS} FROM approvals
        WHERE org_id = $1 AND ($2::text IS NULL OR state = $2)
          AND ($3::timestamptz IS NULL OR (requested_at, id) < ($3, $4::uuid))
        ORDER BY requested_at DESC, id DESC LIMIT $5`,
      [state ?? null, before.at, before.id, size],
    );
  }

  /** @returns undefined when it was decided before, or its time is over (for `expired`: is not over). */
  async decide(
    id: string,
    state: Exclude<ApprovalState, 'pending' | 'withdrawn'>,
    by: { userId: string | null; comment: string | null; at: Date },
  ): Promise<DecidedApproval | undefined> {
    const rows = await this.tx.query<DecidedApproval>(DECIDE, [id, state, by.at, by.userId, by.comment]);
    return rows[0];
  }

  /**
   * Gives the turn back to the workers if nothing of it waits any more: it takes its place at the head, and younger
   * turns of the conversation that have not begun wait behind it again. The caller holds the conversation.
   *
   * @returns the turn's lane; undefined when it goes on waiting.
   */
  async resume(turn: { turnId: string; conversationId: string }): Promise<Lane | undefined> {
    const [resumed] = await this.tx.query<{ lane: Lane }>(RESUME, [turn.turnId]);
    if (resumed) await new AdmissionRepository(this.tx).stepBack(turn.conversationId, turn.turnId);
    return resumed?.lane;
  }

  /** What a cancelled turn waited for needs no decision any more. */
  async withdraw(turnId: string, at: Date): Promise<void> {
    await this.tx.execute(
      `UPDATE approvals SET state = 'withdrawn', decided_at = $3 WHERE org_id = $1 AND turn_id = $2 AND state = 'pending'`,
      [turnId, at],
    );
  }
}

/** Approvals of all orgs whose time is over. */
export function findExpired(
  tx: PlatformTransaction,
  now: Date,
  limit: number,
): Promise<{ orgId: string; id: string }[]> {
  return tx.query(
    `SELECT org_id AS "orgId", id FROM approvals WHERE state = 'pending' AND expires_at <= $1 ORDER BY expires_at LIMIT $2`,
    [now, limit],
  );
}
