import type { GiveFeedback, TurnState } from '#contracts';
import type { OrgTransaction } from '#database';

/** The statements of feedback, within one transaction. */
export class TurnFeedbackRepository {
  constructor(private readonly tx: OrgTransaction) {}

  /** @returns undefined when the org has no such turn. */
  async stateOf(turnId: string): Promise<TurnState | undefined> {
    const rows = await this.tx.query<{ state: TurnState }>(
      'SELECT state FROM turns WHERE org_id = $1 AND id = $2 FOR KEY SHARE',
      [turnId],
    );
    return rows[0]?.state;
  }

  /** Keeps the word of `author`, in place of an earlier one; the same word again changes nothing. */
  async keep(turnId: string, author: string, { rating, comment }: GiveFeedback, at: Date): Promise<void> {
    await this.tx.execute(
      `INSERT INTO turn_feedback AS known (org_id, turn_id, author, rating, comment, created_at, updated_at)
       VALUES ($1, $2, $3, $4, $5, $6, $6)
       ON CONFLICT (org_id, turn_id, author) DO UPDATE
         SET rating = excluded.rating, comment = excluded.comment, updated_at = excluded.updated_at
       WHERE (known.rating, known.comment) IS DISTINCT FROM (excluded.rating, excluded.comment)`,
      [turnId, author, rating, comment ?? null, at],
    );
  }
}
