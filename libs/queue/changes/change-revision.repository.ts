import type { Database, Transaction } from '#database';
import type { ChangeTopic } from './change-topics.ts';

/** How often each topic has changed. */
export class ChangeRevisionRepository {
  constructor(private readonly database: Database) {}

  /**
   * Raises the revision of `topic` with the commit of `tx`; other transactions that do so wait until then.
   *
   * @returns the new revision.
   */
  async raise(tx: Transaction, topic: ChangeTopic): Promise<number> {
    const [row] = await tx.queryUnscoped<{ revision: string }>('SELECT announce_change($1) AS revision', [
      topic,
    ]);
    return Number(row?.revision);
  }

  /** Of every topic that has ever changed. */
  async read(): Promise<Map<string, number>> {
    return this.database.asPlatform('one poller watches what steers the whole process', async (tx) => {
      const rows = await tx.query<{ topic: string; revision: string }>(
        'SELECT topic, revision FROM change_revisions',
      );
      return new Map(rows.map(({ topic, revision }) => [topic, Number(revision)]));
    });
  }
}
