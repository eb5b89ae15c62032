import type { SaveAnalyticsQuery } from '#contracts/console';
import { OrgTransaction, type PlatformTransaction } from '#database';
import { jsonbText } from '#text';
import type { SavedQuery } from './saved-query.entity.ts';

export interface SavedQueryRow extends SavedQuery {
  orgSlug: string | null;
  orgName: string | null;
  author: string | null;
}

/** The org of the transaction; null in a platform transaction. */
const IN_PLACE = 'q.org_id IS NOT DISTINCT FROM $1::uuid';

const VISIBLE = `
  SELECT q.id, q.org_id AS "orgId", q.name, q.parameters, q.shared, q.author_id AS "authorId", q.updated_at AS "updatedAt",
         o.slug AS "orgSlug", o.name AS "orgName", u.name AS author
    FROM saved_queries q LEFT JOIN orgs o ON o.id = q.org_id LEFT JOIN users u ON u.id = q.author_id
   WHERE ${IN_PLACE} AND (q.shared OR q.author_id = $2)`;

export class SavedQueryRepository {
  constructor(private readonly tx: OrgTransaction | PlatformTransaction) {}

  /** Returns the shared queries and those of `userId`, by name. */
  visible(userId: string, limit: number): Promise<SavedQueryRow[]> {
    return this.query<SavedQueryRow>(`${VISIBLE} ORDER BY q.name, q.id LIMIT $3`, [userId, limit]);
  }

  async find(userId: string, id: string): Promise<SavedQueryRow | undefined> {
    const [row] = await this.query<SavedQueryRow>(`${VISIBLE} AND q.id = $3`, [userId, id]);
    return row;
  }

  async count(authorId: string): Promise<number> {
    const [row] = await this.query<{ count: number }>(
      `SELECT count(*)::int AS count FROM saved_queries q WHERE ${IN_PLACE} AND q.author_id = $2`,
      [authorId],
    );
    return row?.count ?? 0;
  }

  async add(id: string, authorId: string, query: SaveAnalyticsQuery, at: Date): Promise<void> {
    await this.query(
      `INSERT INTO saved_queries (id, org_id, name, parameters, shared, author_id, updated_at)
       VALUES ($2, $1, $3, $4, $5, $6, $7)`,
      [id, query.name, jsonbText(query.parameters), query.shared, authorId, at],
    );
  }

  async change(id: string, query: SaveAnalyticsQuery, at: Date): Promise<void> {
    await this.query(
      `UPDATE saved_queries q SET name = $3, parameters = $4, shared = $5, updated_at = $6 WHERE ${IN_PLACE} AND q.id = $2`,
      [id, query.name, jsonbText(query.parameters), query.shared, at],
    );
  }

  async remove(id: string): Promise<void> {
    await this.query(`DELETE FROM saved_queries q WHERE ${IN_PLACE} AND q.id = $2`, [id]);
  }

  private query<Row>(sql: string, parameters: unknown[]): Promise<Row[]> {
    const { tx } = this;
    return tx instanceof OrgTransaction
      ? tx.query<Row>(sql, parameters)
      : tx.query<Row>(sql, [null, ...parameters]);
  }
}
