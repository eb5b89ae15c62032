import type { ApprovalState, ApprovalView } from '#contracts';
import { NamedSql, type OrgTransaction, type PlatformTransaction } from '#database';
import { jsonbText } from '#text';
import type { ApprovalRequest } from '#tools';
import type { TurnRow } from '../run/claimed-turn.ts';
import { parkedMsOf } from '../turn-state.ts';
import { TOTALS, type RunTotals } from '../run/run-totals.ts';

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

type ParkedTurn = Pick<TurnRow, 'id' | 'conversationId'>;

const COLUMNS = `id, turn_id AS "turnId", conversation_id AS "conversationId", tool, arguments, reason, state,
  requested_at AS "requestedAt", expires_at AS "expiresAt", decided_at AS "decidedAt", decided_by AS "decidedBy", comment`;

const PARK = new NamedSql(`
  UPDATE turns SET state = 'awaiting_approval', admission = 'behind', lease_token = NULL, lease_until = NULL,
     agent = :agent, ${TOTALS}
   WHERE org_id = $1 AND id = :turnId`);

const REQUEST = new NamedSql(`
  INSERT INTO approvals (org_id, id, turn_id, conversation_id, step_key, tool, arguments, arguments_hash, reason,
    requested_at, expires_at)
  SELECT $1, request.id, :turnId, :conversationId, request."stepKey", request.tool, request.arguments,
         request."argumentsHash", request.reason, :at, :expiresAt
    FROM jsonb_to_recordset(:requests::jsonb)
      AS request(id uuid, "stepKey" text, tool text, arguments jsonb, "argumentsHash" text, reason text)
  ON CONFLICT DO NOTHING`);

const ADD_INTERIM_MESSAGE = new NamedSql(`
  WITH conversation AS (
    UPDATE conversations SET message_count = message_count + 1, last_message_at = :at
     WHERE org_id = $1 AND id = :conversationId
  )
  INSERT INTO messages (org_id, id, conversation_id, turn_id, turn_seq, seq, role, author_kind, text, created_at)
  SELECT $1, :messageId, :conversationId, :turnId, t.seq, 1 + (SELECT max(m.seq) FROM messages m
      WHERE m.org_id = $1 AND m.conversation_id = :conversationId AND m.turn_seq = t.seq), 'interim', 'agent', :text, :at
    FROM turns t WHERE t.org_id = $1 AND t.id = :turnId`);

const DECIDE = new NamedSql(`
  UPDATE approvals SET state = :state, decided_at = :at, decided_by = :userId, comment = :comment
   WHERE org_id = $1 AND id = :id AND state = 'pending' AND (expires_at > :at) = (:state <> 'expired')
  RETURNING ${COLUMNS}, arguments_hash AS "argumentsHash"`);

/** A person has acted, so the starts so far no longer suggest that the turn crashes its workers. */
const RESUME = `
  UPDATE turns SET state = 'queued', run = run + 1, starts = 0, waited_ms = waited_ms + ${parkedMsOf('turns', '$3')}
   WHERE org_id = $1 AND id = $2 AND state = 'awaiting_approval'
     AND NOT EXISTS (SELECT 1 FROM approvals WHERE org_id = $1 AND turn_id = $2 AND state = 'pending')
  RETURNING id, conversation_id AS "conversationId", channel`;

export class ApprovalRepository {
  constructor(private readonly tx: OrgTransaction) {}

  /** Parks the turn. The caller holds the conversation and the turn. */
  async park({ id: turnId }: ParkedTurn, agent: string, totals: RunTotals): Promise<void> {
    await this.tx.execute(...PARK.with({ turnId, agent, ...totals }));
  }

  /** Stores the calls that need approval. */
  async request(
    { id: turnId, conversationId }: ParkedTurn,
    requests: readonly NewApproval[],
    times: { at: Date; expiresAt: Date },
  ): Promise<void> {
    await this.tx.execute(
      ...REQUEST.with({ turnId, conversationId, requests: jsonbText(requests), ...times }),
    );
  }

  /** Adds the message that the conversation gets while its turn is parked. */
  async addInterimMessage(
    { id: turnId, conversationId }: ParkedTurn,
    message: { messageId: string; text: string },
    at: Date,
  ): Promise<void> {
    await this.tx.execute(...ADD_INTERIM_MESSAGE.with({ turnId, conversationId, ...message, at }));
  }

  find(id: string): Promise<ApprovalRow | undefined> {
    return this.tx.first<ApprovalRow>(`SELECT ${COLUMNS} FROM approvals WHERE org_id = $1 AND id = $2`, [id]);
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

  /** @returns undefined if the approval was already decided, or has expired (for `expired`: has not expired). */
  decide(
    id: string,
    state: Exclude<ApprovalState, 'pending' | 'withdrawn'>,
    by: { userId: string | null; comment: string | null; at: Date },
  ): Promise<DecidedApproval | undefined> {
    return this.tx.first<DecidedApproval>(...DECIDE.with({ id, state, ...by }));
  }

  /**
   * Puts the turn back into the queue if none of its approvals is pending. The caller holds the conversation.
   *
   * @returns undefined if the turn stays parked.
   */
  resume(turnId: string, at: Date): Promise<(ParkedTurn & Pick<TurnRow, 'channel'>) | undefined> {
    return this.tx.first<ParkedTurn & Pick<TurnRow, 'channel'>>(RESUME, [turnId, at]);
  }

  /** Withdraws the pending approvals of a cancelled turn. */
  async withdraw(turnId: string, at: Date): Promise<void> {
    await this.tx.execute(
      `UPDATE approvals SET state = 'withdrawn', decided_at = $3 WHERE org_id = $1 AND turn_id = $2 AND state = 'pending'`,
      [turnId, at],
    );
  }
}

/** @returns expired approvals of all orgs. */
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
