import { Injectable } from '@nestjs/common';
import { momentCursor, toPage } from '#contracts';
import type { ConsoleInsight, ConsoleInsightPage, ConsoleInsightQuery } from '#contracts/console';
import type { OrgTransaction } from '#database';

interface InsightRow extends Omit<
  ConsoleInsight,
  'saidAt' | 'expiresAt' | 'validUntil' | 'createdAt' | 'updatedAt' | 'why'
> {
  saidAt: Date;
  expiresAt: Date | null;
  validUntil: Date | null;
  createdAt: Date;
  updatedAt: Date;
}

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

/** Insights as the console shows them, including superseded and expired ones. */
@Injectable()
export class InsightsReadModel {
  /** Insights, newest first. @throws CursorError for a cursor of another list. */
  async page(
    tx: OrgTransaction,
    { contact, category, limit, cursor }: Omit<ConsoleInsightQuery, 'org' | 'q'>,
  ): Promise<ConsoleInsightPage> {
    const [at, id] = cursor === undefined ? [] : momentCursor.decode(cursor);
    const rows = await tx.query<InsightRow>(PAGE, [
      contact ?? null,
      category ?? null,
      at ?? null,
      id ?? null,
      limit + 1,
    ]);
    return toPage(
      rows,
      limit,
      (row) => momentCursor.encode([row.saidAt, row.id]),
      (row) => toView(row, null),
    );
  }

  /** The found insights, in the order of the search. */
  async found(tx: OrgTransaction, found: readonly { id: string; why: string }[]): Promise<ConsoleInsight[]> {
    const rows = await tx.query<InsightRow>(NAMED, [found.map(({ id }) => id)]);
    const byId = new Map(rows.map((row) => [row.id, row]));
    return found.flatMap(({ id, why }) => {
      const row = byId.get(id);
      return row ? [toView(row, why)] : [];
    });
  }
}

function toView(row: InsightRow, why: string | null): ConsoleInsight {
  return {
    ...row,
    saidAt: row.saidAt.toISOString(),
    expiresAt: row.expiresAt?.toISOString() ?? null,
    validUntil: row.validUntil?.toISOString() ?? null,
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
    why,
  };
}
