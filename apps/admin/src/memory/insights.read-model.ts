import { toPage } from '#contracts';
import type { ConsoleInsight, ConsoleInsightPage, ConsoleInsightQuery } from '#contracts/console';
import type { OrgTransaction } from '#database';
import { cursorAt, momentIn, readRows } from '../session/rows.read-model.ts';

type InsightRow = Omit<ConsoleInsight, 'why'>;

const COLUMNS = `
  SELECT id, contact_id AS "contactId", text, category, importance, source, conversation_id AS "conversationId",
         source_message_id AS "messageId", said_by AS "saidBy", said_at AS "saidAt", expires_at AS "expiresAt", superseded_by_id AS "supersededById",
         valid_until AS "validUntil", created_at AS "createdAt", updated_at AS "updatedAt"
    FROM insights`;

const PAGE = `${COLUMNS}
   WHERE org_id = $1 AND ($2::text IS NULL OR contact_id = $2) AND ($3::text IS NULL OR category = $3)
     AND ($4::timestamptz IS NULL OR (said_at, id) < ($4, $5::uuid))
   ORDER BY said_at DESC, id DESC LIMIT $6`;

const NAMED = `${COLUMNS} WHERE org_id = $1 AND id = ANY($2::uuid[])`;

/** Insights, newest first. @throws CursorError for a cursor of another list. */
export async function insightPage(
  tx: OrgTransaction,
  { contact, category, limit, cursor }: Omit<ConsoleInsightQuery, 'org' | 'q'>,
): Promise<ConsoleInsightPage> {
  const values = [tx.orgId, contact ?? null, category ?? null, ...momentIn(cursor), limit + 1];
  const rows = await readRows<InsightRow>(tx, PAGE, values);
  return toPage(
    rows,
    limit,
    ({ saidAt, id }) => cursorAt(saidAt, id),
    (row) => ({ ...row, why: null }),
  );
}

/** The found insights, in the order of the search. */
export async function foundInsights(
  tx: OrgTransaction,
  found: readonly { id: string; why: string }[],
): Promise<ConsoleInsight[]> {
  const rows = await readRows<InsightRow>(tx, NAMED, [tx.orgId, found.map(({ id }) => id)]);
  const byId = new Map(rows.map((row) => [row.id, row]));
  return found.flatMap(({ id, why }) => {
    const row = byId.get(id);
    return row ? [{ ...row, why }] : [];
  });
}
