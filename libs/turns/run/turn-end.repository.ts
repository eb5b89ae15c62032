import type { BrokerDecision } from '#broker';
import type { TurnTotals } from '#contracts';
import { jsonbText, type OrgTransaction } from '#database';
import type { ClaimedTurn } from './claim.repository.ts';

export interface Completion {
  messageId: string;
  reply: string;
  decision: Omit<BrokerDecision, 'orgId' | 'turnId' | 'agent' | 'createdAt'>;
  agent: string;
  model: string;
  totals: TurnTotals & { modelMs: number; toolMs: number };
  recentTools: string[];
}

const COMPLETE = `
  WITH reply AS (
    INSERT INTO messages (org_id, id, conversation_id, turn_id, turn_seq, seq, role, author_kind, text, created_at)
    VALUES ($1, $4, $3, $2, $5, 1 + (SELECT max(seq) FROM messages
      WHERE org_id = $1 AND conversation_id = $3 AND turn_seq = $5), 'assistant', 'agent', $6, $7)
  ), ended AS (
    UPDATE turns SET state = 'completed', lease_token = NULL, lease_until = NULL, reply_message_id = $4, agent = $8,
      model = $9, prompt_tokens = $10, cached_tokens = $11, completion_tokens = $12, cost_usd = $13, model_rounds = $14,
      tool_calls = $15, model_ms = $16, tool_ms = $17, finished_at = $7
     WHERE org_id = $1 AND id = $2
  ), conversation AS (
    UPDATE conversations SET message_count = message_count + 1, last_message_at = $7, agent = $8, recent_tools = $18
     WHERE org_id = $1 AND id = $3
  ), decision AS (
    INSERT INTO broker_decisions (org_id, turn_id, agent, created_at, mode, intents, tools_in_scope, tools_offered,
      tools_selected, tokens_in_scope, tokens_offered, reasons, found_by_search, tools_brokered, tools_missed,
      outcome, confidence, language, ranking, ranker_version, scope_hash, selection_us, tokens_brokered,
      cached_tokens_lost, tool_gaps, ranks)
    VALUES ($1, $2, $8, $7, $19, $20, $21, $22, $23, $24, $25, $26, $27, $28, $29,
      $30, $31, $32, $33, $34, $35, $36, $37, $38, $39, $40)
  )
  SELECT 1`;

/** In the order of the columns: tokens, cost, rounds and calls, and the time of each. */
export function totalsOf(totals: Completion['totals']): number[] {
  return [
    totals.promptTokens,
    totals.cachedTokens,
    totals.completionTokens,
    totals.costUsd,
    totals.modelRounds,
    totals.toolCalls,
    totals.modelMs,
    totals.toolMs,
  ];
}

/** The statements that end a turn and let the next one of its conversation begin, within one transaction. */
export class TurnEndRepository {
  constructor(
    private readonly tx: OrgTransaction,
    private readonly at: Date,
  ) {}

  /**
   * Comes first in every transaction that ends a turn: an acceptance at the same moment either is seen here as the next
   * turn, or sees this one as ended.
   */
  async holdConversation(conversationId: string): Promise<void> {
    await this.tx.query('SELECT 1 FROM conversations WHERE org_id = $1 AND id = $2 FOR NO KEY UPDATE', [
      conversationId,
    ]);
  }

  /**
   * Ends a turn with its reply: message, totals, the broker's decision and the conversation in one statement. The caller
   * holds conversation and turn.
   */
  async complete(turn: ClaimedTurn, completion: Completion): Promise<void> {
    const { totals, decision } = completion;
    await this.tx.query(COMPLETE, [
      turn.id,
      turn.conversationId,
      completion.messageId,
      turn.seq,
      completion.reply,
      this.at,
      completion.agent,
      completion.model,
      ...totalsOf(totals),
      completion.recentTools,
      decision.mode,
      decision.intents,
      decision.toolsInScope,
      decision.toolsOffered,
      decision.toolsSelected,
      decision.tokensInScope,
      decision.tokensOffered,
      jsonbText(decision.reasons),
      decision.foundBySearch,
      decision.toolsBrokered,
      decision.toolsMissed,
      decision.outcome,
      decision.confidence,
      decision.language,
      decision.ranking,
      decision.rankerVersion,
      decision.scopeHash,
      decision.selectionUs,
      decision.tokensBrokered,
      decision.cachedTokensLost,
      decision.toolGaps,
      JSON.stringify(decision.ranks),
    ]);
  }

  /**
   * Ends a turn that brought no reply.
   *
   * @param run that ends it: its lease must still hold, and what it has used is kept. Undefined from outside a run.
   * @returns false when it had ended already, or another run has it.
   */
  async end(
    turnId: string,
    state: 'failed' | 'cancelled',
    error: { class: string; message: string } | null,
    run?: { leaseToken: string; totals: Completion['totals'] },
  ): Promise<boolean> {
    const ended = await this.tx.execute(
      `UPDATE turns SET state = $3, lease_token = NULL, lease_until = NULL, error_class = $4, error_message = $5,
         finished_at = $6
       WHERE org_id = $1 AND id = $2 AND state IN ('queued', 'running', 'awaiting_approval')
         AND ($7::uuid IS NULL OR lease_token = $7)`,
      [turnId, state, error?.class ?? null, error?.message ?? null, this.at, run?.leaseToken ?? null],
    );
    if (ended > 0 && run) await this.keepTotals(turnId, run.totals);
    return ended > 0;
  }

  /** What was spent on a turn without a reply was spent all the same. */
  private async keepTotals(turnId: string, totals: Completion['totals']): Promise<void> {
    await this.tx.execute(
      `UPDATE turns SET prompt_tokens = $3, cached_tokens = $4, completion_tokens = $5, cost_usd = $6, model_rounds = $7,
         tool_calls = $8, model_ms = $9, tool_ms = $10
       WHERE org_id = $1 AND id = $2`,
      [turnId, ...totalsOf(totals)],
    );
  }

  /** Says to readers how it ended, outside the run's own log. */
  async tell(
    turnId: string,
    type: 'turn.failed' | 'turn.cancelled',
    payload: Record<string, unknown>,
  ): Promise<void> {
    await this.tx.execute(
      `INSERT INTO turn_events (org_id, turn_id, seq, type, payload, at)
       SELECT $1, $2, coalesce(max(seq), 0) + 1, $3, $4, $5 FROM turn_events WHERE org_id = $1 AND turn_id = $2`,
      [turnId, type, jsonbText(payload), this.at],
    );
  }
}
