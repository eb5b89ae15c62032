import type { OrgTransaction } from '#database';
import type { ContactData, ErasedBatch } from './contact-data.ts';

export interface HeldTable {
  table: string;
  /** SQL condition on rows of the table (alias `t`); `$2` is the contact id. */
  where: string;
  /** Columns that an export omits; `'all'` for rows without meaning for the person. */
  hidden?: readonly string[] | 'all';
}

/** Rows of the contact's conversations, for {@link HeldTable.where}. */
export const OF_CONVERSATIONS =
  't.conversation_id IN (SELECT c.id FROM conversations c WHERE c.org_id = $1 AND c.contact_id = $2)';
export const OF_TURNS = 't.turn_id IN (SELECT u.id FROM turns u WHERE u.org_id = $1 AND u.contact_id = $2)';
export const OF_CONTACT = 't.contact_id = $2';

/** Contact data in tables whose rows are found by a condition. The tables are erased in the order of the list. */
export class TableContactData implements ContactData {
  constructor(
    readonly name: string,
    readonly order: number,
    private readonly tables: readonly HeldTable[],
  ) {}

  async export(tx: OrgTransaction, contactId: string): Promise<Record<string, unknown[]>> {
    const shown: Record<string, unknown[]> = {};
    for (const { table, where, hidden = [] } of this.tables) {
      if (hidden === 'all') continue;
      const rows = await tx.query<{ row: Record<string, unknown> }>(
        `SELECT to_jsonb(t) - 'org_id'::text - $3::text[] AS row FROM "${table}" t WHERE t.org_id = $1 AND ${where}`,
        [contactId, hidden],
      );
      shown[table] = rows.map(({ row }) => row);
    }
    return shown;
  }

  async erase(tx: OrgTransaction, contactId: string, limit: number): Promise<ErasedBatch> {
    const deleted: Record<string, number> = {};
    let room = limit;
    for (const { table, where } of this.tables) {
      // The row's ctid is not unique across partitions, so the table's oid is included.
      const count = await tx.execute(
        `DELETE FROM "${table}" WHERE org_id = $1 AND (tableoid, ctid) IN (
           SELECT t.tableoid, t.ctid FROM "${table}" t WHERE t.org_id = $1 AND ${where} LIMIT $3)`,
        [contactId, room],
      );
      deleted[table] = count;
      room -= count;
      if (room <= 0) return { deleted, more: true };
    }
    return { deleted, more: false };
  }
}
