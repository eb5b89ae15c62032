import type { Database, Transaction } from '#database';
import type { ChangeTopic } from './change-topics.ts';

/** Reads and raises the revision of each topic. */
export class ChangeRevisionRepository {
  constructor(private readonly database: Database) {}

  /**
   * Raises the revision of `topic` in `tx`. Other transactions that raise the same topic wait for the commit.
   *
   * @returns the new revision.
   */
  async raise(tx: Transaction, topic: ChangeTopic): Promise<number> {
    const [row] = await tx.queryUnscoped<{ revision: string }>('SELECT announce_change($1) AS revision', [
      topic,
    ]);
    return Number(row?.revision);
  }

  async read(): Promise<Map<string, number>> {
    return this.database.asPlatform(
      'one poller reads the revisions of settings that apply to every org',
      async (tx) => {
        const rows = await tx.query<{ topic: string; revision: string }>(
          'SELECT topic, revision FROM change_revisions',
        );
        return new Map(rows.map(({ topic, revision }) => [topic, Number(revision)]));
      },
    );
  }
}
