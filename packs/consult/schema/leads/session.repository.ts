import { jsonbText } from '#text';
import { type OrgTransaction } from '#pack-kit';
import type { RoiResult } from '../../tools/calculate-roi.ts';
import type { CostOfInaction } from '../../tools/cost-of-inaction.ts';

/** The latest calculated figures of a conversation. */
export interface SessionFigures {
  lastRoi: RoiResult | null;
  lastCostOfInaction: CostOfInaction | null;
}

export async function findFigures(tx: OrgTransaction, conversationId: string): Promise<SessionFigures> {
  const [row] = await tx.query<SessionFigures>(
    `SELECT last_roi AS "lastRoi", last_cost_of_inaction AS "lastCostOfInaction"
       FROM consult_sessions WHERE org_id = $1 AND conversation_id = $2`,
    [conversationId],
  );
  return row ?? { lastRoi: null, lastCostOfInaction: null };
}

const KEEP = (column: 'last_roi' | 'last_cost_of_inaction') => `
  INSERT INTO consult_sessions (org_id, conversation_id, contact_id, ${column}, updated_at)
  VALUES ($1, $2, $3, $4::jsonb, $5)
  ON CONFLICT (org_id, conversation_id) DO UPDATE
    SET ${column} = excluded.${column}, updated_at = excluded.updated_at`;
const KEEP_ROI = KEEP('last_roi');
const KEEP_COST = KEEP('last_cost_of_inaction');

/** Stores a figure for the memos and proposals of the conversation. One statement, sent at once. */
export async function keepFigure(
  tx: OrgTransaction,
  place: { conversationId: string; contactId: string | undefined },
  figure: { roi: unknown } | { cost: unknown },
  now: Date,
): Promise<void> {
  const [statement, data] = 'roi' in figure ? [KEEP_ROI, figure.roi] : [KEEP_COST, figure.cost];
  await tx.execute(statement, [place.conversationId, place.contactId ?? null, jsonbText(data), now]);
}
