import type { GiveFeedback, TurnState } from '#contracts';
import { NamedSql, type OrgTransaction } from '#database';

const KEEP = new NamedSql(`
  INSERT INTO turn_feedback AS known (org_id, turn_id, author, rating, comment, created_at, updated_at)
  VALUES ($1, :turnId, :author, :rating, :comment, :at, :at)
  ON CONFLICT (org_id, turn_id, author) DO UPDATE
    SET rating = excluded.rating, comment = excluded.comment, updated_at = excluded.updated_at
  WHERE (known.rating, known.comment) IS DISTINCT FROM (excluded.rating, excluded.comment)`);

export class TurnFeedbackRepository {
  constructor(private readonly tx: OrgTransaction) {}

  async stateOf(turnId: string): Promise<TurnState | undefined> {
    const rows = await this.tx.query<{ state: TurnState }>(
      'SELECT state FROM turns WHERE org_id = $1 AND id = $2 FOR KEY SHARE',
      [turnId],
    );
    return rows[0]?.state;
  }

  /** Stores the feedback of `author` in place of an earlier one; the same feedback again changes nothing. */
  async keep(turnId: string, author: string, { rating, comment }: GiveFeedback, at: Date): Promise<void> {
    await this.tx.execute(...KEEP.with({ turnId, author, rating, comment: comment ?? null, at }));
  }
}
