import type { BrokerDecision } from '#broker';
import { NamedSql, type OrgTransaction } from '#database';
import { jsonbText } from '#text';
import type { TurnRow } from './claimed-turn.ts';
import { parkedMsOf } from '../turn-state.ts';
import { PAID_TOTALS, TOTALS, type RunTotals } from './run-totals.ts';

export interface Completion {
  messageId: string;
  reply: string;
  decision: Omit<BrokerDecision, 'orgId' | 'turnId' | 'agent' | 'createdAt'>;
  agent: string;
  model: string;
  totals: RunTotals;
  recentTools: string[];
}

const COMPLETE = `
  WITH done AS (
    SELECT * FROM jsonb_to_recordset($2::jsonb) AS done("turnId" uuid, "conversationId" uuid, seq int, at timestamptz,
      "messageId" uuid, reply text, agent text, model text, "recentTools" text[], "promptTokens" bigint, "cachedTokens" bigint,
      "completionTokens" bigint, "costUsd" numeric, "modelRounds" int, "toolCalls" int, "modelMs" float8, "toolMs" float8,
      mode text, intents text[], "toolsInScope" int, "toolsOffered" text[], "toolsSelected" text[], "tokensInScope" int,
      "tokensOffered" int, reasons jsonb, "foundBySearch" text[], "toolsBrokered" text[], "toolsMissed" text[], outcome text,
      confidence real, language text, ranking text[], "rankerVersion" int, "scopeHash" text, "selectionUs" int,
      "tokensBrokered" int, "cachedTokensLost" int, "toolGaps" text[], ranks jsonb)
  ), reply AS (
    INSERT INTO messages (org_id, id, conversation_id, turn_id, turn_seq, seq, role, author_kind, text, created_at)
    SELECT $1, "messageId", "conversationId", "turnId", seq, 1 + (SELECT max(m.seq) FROM messages m
      WHERE m.org_id = $1 AND m.conversation_id = "conversationId" AND m.turn_seq = done.seq), 'assistant', 'agent', reply, at
      FROM done
  ), ended AS (
    UPDATE turns SET state = 'completed', lease_token = NULL, lease_until = NULL, reply_message_id = done."messageId",
      agent = done.agent, model = done.model, ${TOTALS.replaceAll(/:(\w+)/g, 'done."$1"')},
      finished_at = greatest(done.at, started_at)
      FROM done WHERE org_id = $1 AND id = done."turnId"
  ), conversation AS (
    UPDATE conversations SET message_count = message_count + 1, last_message_at = done.at, agent = done.agent,
      recent_tools = done."recentTools"
      FROM done WHERE org_id = $1 AND id = done."conversationId"
  )
  INSERT INTO broker_decisions (org_id, turn_id, agent, created_at, mode, intents, tools_in_scope, tools_offered,
    tools_selected, tokens_in_scope, tokens_offered, reasons, found_by_search, tools_brokered, tools_missed,
    outcome, confidence, language, ranking, ranker_version, scope_hash, selection_us, tokens_brokered,
    cached_tokens_lost, tool_gaps, ranks)
  SELECT $1, "turnId", agent, at, mode, intents, "toolsInScope", "toolsOffered",
    "toolsSelected", "tokensInScope", "tokensOffered", reasons, "foundBySearch", "toolsBrokered", "toolsMissed",
    outcome, confidence, language, ranking, "rankerVersion", "scopeHash", "selectionUs", "tokensBrokered",
    "cachedTokensLost", "toolGaps", ranks
    FROM done`;

const UNFINISHED = `state IN ('queued', 'running', 'awaiting_approval')`;
/** `started_at` may come from the clock of another worker, see `claim.repository.ts`. */
const WITHOUT_REPLY = `state = :state, lease_token = NULL, lease_until = NULL, error_class = :errorClass,
  error_message = :errorMessage, finished_at = greatest(:at, started_at)`;

/** The totals are stored for a turn without a reply, too, because the money was spent. */
const END_RUN = new NamedSql(`
  UPDATE turns SET ${WITHOUT_REPLY}, ${TOTALS}
   WHERE org_id = $1 AND id = :turnId AND lease_token = :leaseToken AND ${UNFINISHED}`);
const END_FROM_OUTSIDE = new NamedSql(`
  UPDATE turns SET ${WITHOUT_REPLY}, ${PAID_TOTALS},
    waited_ms = waited_ms + CASE WHEN state = 'awaiting_approval' THEN ${parkedMsOf('turns', ':at')} ELSE 0 END
   WHERE org_id = $1 AND id = :turnId AND ${UNFINISHED}`);

const ADD_EVENT = `
  INSERT INTO turn_events (org_id, turn_id, seq, type, payload, at)
  SELECT $1, $2, coalesce(max(seq), 0) + 1, $3, $4, $5 FROM turn_events WHERE org_id = $1 AND turn_id = $2`;

const LOCKED = 'TP007';

/**
 * Locks conversations, in the order of their ids. Several are refused if another transaction has one of them, because all would
 * wait for it. The first statement of every transaction that ends turns: a concurrent acceptance is then either visible here as
 * the next turn, or sees this turn as ended.
 */
export async function holdConversations(tx: OrgTransaction, ...ids: string[]): Promise<void> {
  const hold = `SELECT 1 FROM conversations WHERE org_id = $1 AND id = ANY ($2::uuid[]) ORDER BY id FOR NO KEY UPDATE`;
  await tx.query(
    ids.length === 1
      ? hold
      : `WITH held AS (${hold} SKIP LOCKED)
         SELECT refuse('${LOCKED}', 'a conversation is locked') WHERE (SELECT count(*) FROM held) < cardinality($2::uuid[])`,
    [ids],
  );
}

export interface TurnError {
  class: string;
  message: string;
}

/** The statements that end a turn, within one transaction. The caller holds the lock on the conversation. */
export class TurnEndRepository {
  constructor(
    private readonly tx: OrgTransaction,
    private readonly at: Date,
  ) {}

  /**
   * Ends turns with their replies: messages, totals, broker decisions and conversations in one statement. The caller also holds
   * the locks on the turns.
   */
  async complete(turns: readonly { row: TurnRow; completion: Completion }[]): Promise<void> {
    const done = turns.map(({ row, completion: { totals, decision, ...completion } }) => ({
      turnId: row.id,
      conversationId: row.conversationId,
      seq: row.seq,
      at: this.at,
      ...completion,
      ...totals,
      ...decision,
    }));
    await this.tx.query(COMPLETE, [jsonbText(done)]);
  }

  /**
   * Ends a turn without a reply.
   *
   * @param run the run that ends the turn. Its lease must be valid, and its totals are stored. Absent if the turn does not
   * end within a run.
   * @returns false if the turn had already ended, or another run has it.
   */
  async end(
    turnId: string,
    state: 'failed' | 'cancelled',
    error: TurnError | null,
    run?: { leaseToken: string; totals: RunTotals },
  ): Promise<boolean> {
    const errorClass = error?.class ?? null;
    const errorMessage = error?.message ?? null;
    const end = { turnId, state, errorClass, errorMessage, at: this.at };
    const ended = await this.tx.execute(
      ...(run
        ? END_RUN.with({ ...end, leaseToken: run.leaseToken, ...run.totals })
        : END_FROM_OUTSIDE.with(end)),
    );
    return ended > 0;
  }

  /** Adds an event that does not come from the log of a run. */
  async addEvent(turnId: string, type: string, payload: Record<string, unknown>): Promise<void> {
    await this.tx.execute(ADD_EVENT, [turnId, type, jsonbText(payload), this.at]);
  }
}
