import type { ToolRank } from '#broker';
import type { ToolGapKind } from '#contracts/console';
import type { Database } from '#database';
import { addCompletedTurn } from '../../../../libs/broker/testing/logged-call.fixture.ts';

export interface TestDecision {
  mode?: 'off' | 'shadow' | 'enforce';
  language?: string;
  offered?: string[];
  selected?: string[];
  missed?: string[];
  found?: string[];
  text?: string;
  lost?: number;
  gaps?: ToolGapKind[];
  agent?: string;
  reasons?: Record<string, string>;
  /** Absent in decisions of older versions. */
  ranks?: Record<string, ToolRank>;
  rankerVersion?: number | null;
  at?: Date;
}

/** Stores a completed turn with its message and its broker decision. @returns the id of the turn. */
export async function addDecision(
  database: Database,
  orgId: string,
  decision: TestDecision = {},
): Promise<string> {
  const { mode = 'shadow', language = 'en', selected = ['find'], missed = [], found = [] } = decision;
  const { text = 'hello', lost = 0, gaps = [], agent = 'closer', at = new Date() } = decision;
  const { reasons = {}, ranks = {}, rankerVersion = null, offered = [] } = decision;
  return database.forOrg(orgId, async (tx) => {
    const [turn] = await addCompletedTurn(tx, { text, at });
    await tx.execute(
      `INSERT INTO broker_decisions (org_id, turn_id, mode, agent, intents, tools_in_scope, tools_offered, tools_selected,
         tools_brokered, tools_missed, tokens_in_scope, tokens_offered, tokens_brokered, cached_tokens_lost, reasons,
         language, ranking, selection_us, created_at, tool_gaps, found_by_search, ranker_version, ranks)
       VALUES ($1, $2, $3, $8, '{}', 20, $15, $4, $16, $5, 1000, 1000, 400, $6, $9, $7, '{find}', 80, $10, $11,
         $12, $13, $14)`,
      [
        turn,
        mode,
        selected,
        missed,
        lost,
        language,
        agent,
        JSON.stringify(reasons),
        at,
        gaps,
        found,
        rankerVersion,
        JSON.stringify(ranks),
        offered,
        mode === 'off' ? null : ['find', 'book'],
      ],
    );
    return turn;
  });
}
