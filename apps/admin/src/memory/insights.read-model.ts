import { Injectable } from '@nestjs/common';
import type { ConsoleInsight } from '#contracts/console';
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

const NEWEST = `${COLUMNS}
   WHERE org_id = $1 AND ($2::text IS NULL OR contact_id = $2) AND ($3::text IS NULL OR category = $3)
   ORDER BY created_at DESC, id DESC LIMIT $4`;

const NAMED = `${COLUMNS} WHERE org_id = $1 AND id = ANY($2::uuid[])`;

/** Insights as the console shows them, those that no longer hold among them. */
@Injectable()
export class InsightsReadModel {
  async newest(
    tx: OrgTransaction,
    {
      contact,
      category,
      limit,
    }: { contact?: string | undefined; category?: string | undefined; limit: number },
  ): Promise<ConsoleInsight[]> {
    const rows = await tx.query<InsightRow>(NEWEST, [contact ?? null, category ?? null, limit]);
    return rows.map((row) => toView(row, null));
  }

  /** Those found, in their order. */
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
