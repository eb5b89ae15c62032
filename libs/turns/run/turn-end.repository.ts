import type { BrokerDecision } from '#broker';
import { NamedSql, type OrgTransaction } from '#database';
import { jsonbText } from '#text';
import type { TurnRow } from './claimed-turn.ts';
import { TOTALS, type RunTotals } from './run-totals.ts';

export interface Completion {
  messageId: string;
  reply: string;
  decision: Omit<BrokerDecision, 'orgId' | 'turnId' | 'agent' | 'createdAt'>;
  agent: string;
  model: string;
  totals: RunTotals;
  recentTools: string[];
}

/** `started_at` may come from the clock of another worker, see `claim.repository.ts`. */
const FINISHED_AT = 'greatest(:at, started_at)';

const COMPLETE = new NamedSql(`
  WITH reply AS (
    INSERT INTO messages (org_id, id, conversation_id, turn_id, turn_seq, seq, role, author_kind, text, created_at)
    VALUES ($1, :messageId, :conversationId, :turnId, :seq, 1 + (SELECT max(seq) FROM messages
      WHERE org_id = $1 AND conversation_id = :conversationId AND turn_seq = :seq), 'assistant', 'agent', :reply, :at)
  ), ended AS (
    UPDATE turns SET state = 'completed', lease_token = NULL, lease_until = NULL, reply_message_id = :messageId,
      agent = :agent, model = :model, ${TOTALS}, finished_at = ${FINISHED_AT}
     WHERE org_id = $1 AND id = :turnId
  ), conversation AS (
    UPDATE conversations SET message_count = message_count + 1, last_message_at = :at, agent = :agent,
      recent_tools = :recentTools
     WHERE org_id = $1 AND id = :conversationId
  ), decision AS (
    INSERT INTO broker_decisions (org_id, turn_id, agent, created_at, mode, intents, tools_in_scope, tools_offered,
      tools_selected, tokens_in_scope, tokens_offered, reasons, found_by_search, tools_brokered, tools_missed,
      outcome, confidence, language, ranking, ranker_version, scope_hash, selection_us, tokens_brokered,
      cached_tokens_lost, tool_gaps, ranks)
    VALUES ($1, :turnId, :agent, :at, :mode, :intents, :toolsInScope, :toolsOffered,
      :toolsSelected, :tokensInScope, :tokensOffered, :reasons, :foundBySearch, :toolsBrokered, :toolsMissed,
      :outcome, :confidence, :language, :ranking, :rankerVersion, :scopeHash, :selectionUs, :tokensBrokered,
      :cachedTokensLost, :toolGaps, :ranks)
  )
  SELECT 1`);

const UNFINISHED = `state IN ('queued', 'running', 'awaiting_approval')`;
const WITHOUT_REPLY = `state = :state, lease_token = NULL, lease_until = NULL, error_class = :errorClass,
  error_message = :errorMessage, finished_at = ${FINISHED_AT}`;

/** The totals are stored for a turn without a reply, too, because the money was spent. */
const END_RUN = new NamedSql(`
  UPDATE turns SET ${WITHOUT_REPLY}, ${TOTALS}
   WHERE org_id = $1 AND id = :turnId AND lease_token = :leaseToken AND ${UNFINISHED}`);
const END_FROM_OUTSIDE = new NamedSql(`
  UPDATE turns SET ${WITHOUT_REPLY} WHERE org_id = $1 AND id = :turnId AND ${UNFINISHED}`);

const ADD_EVENT = `
  INSERT INTO turn_events (org_id, turn_id, seq, type, payload, at)
  SELECT $1, $2, coalesce(max(seq), 0) + 1, $3, $4, $5 FROM turn_events WHERE org_id = $1 AND turn_id = $2`;

/**
 * Locks the conversation. The first statement of every transaction that ends a turn: a concurrent acceptance is then either
 * visible here as the next turn, or sees this turn as ended.
 */
export async function holdConversation(tx: OrgTransaction, conversationId: string): Promise<void> {
  await tx.query('SELECT 1 FROM conversations WHERE org_id = $1 AND id = $2 FOR NO KEY UPDATE', [
    conversationId,
  ]);
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
   * Ends a turn with its reply: message, totals, broker decision and conversation in one statement. The caller also holds
   * the lock on the turn.
   */
  async complete(turn: TurnRow, { totals, decision, ...completion }: Completion): Promise<void> {
    await this.tx.query(
      ...COMPLETE.with({
        turnId: turn.id,
        conversationId: turn.conversationId,
        seq: turn.seq,
        at: this.at,
        ...completion,
        ...totals,
        ...decision,
        reasons: jsonbText(decision.reasons),
        ranks: JSON.stringify(decision.ranks),
      }),
    );
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
