import { type Database, type OrgTransaction } from '#database';
import { jsonbText } from '#text';
import type { RankerVersion } from './ranker-version.entity.ts';

/** Number of versions whose learned state is kept. */
const KEPT_STATES = 3;

const COLUMNS = `version, serving, verdict, examples, tools, trained_until AS "trainedUntil", train_ms AS "trainMs",
  comparison, created_at AS "createdAt"`;

export type RankerSummary = Omit<RankerVersion, 'orgId' | 'state'>;

export class RankerVersionRepository {
  constructor(private readonly tx: OrgTransaction) {}

  /** Newest first. */
  all(): Promise<RankerSummary[]> {
    return this.tx.query<RankerSummary>(
      `SELECT ${COLUMNS} FROM ranker_versions WHERE org_id = $1 ORDER BY version DESC LIMIT 100`,
    );
  }

  async serving(): Promise<{ version: number; state: Buffer } | undefined> {
    const [row] = await this.tx.query<{ version: number; state: Buffer }>(
      'SELECT version, state FROM ranker_versions WHERE org_id = $1 AND serving AND state IS NOT NULL',
    );
    return row;
  }

  /** A version with learned state; undefined if the state is no longer kept. */
  async kept(version: number): Promise<{ version: number; state: Buffer } | undefined> {
    const [row] = await this.tx.query<{ version: number; state: Buffer }>(
      'SELECT version, state FROM ranker_versions WHERE org_id = $1 AND version = $2 AND state IS NOT NULL',
      [version],
    );
    return row;
  }

  /**
   * Locks the org's rankers until the end of the transaction. It serializes trainings and erasures, so that one of them
   * always sees data of a contact that is erased meanwhile.
   */
  async hold(): Promise<void> {
    await this.tx.query(`SELECT pg_advisory_xact_lock(hashtextextended('rankers/' || $1::text, 0))`);
  }

  /** Adds a version with the next number. A serving version replaces the previous one. @returns the number. */
  async add(version: Omit<RankerVersion, 'orgId' | 'version'>): Promise<number> {
    if (version.serving)
      await this.tx.execute('UPDATE ranker_versions SET serving = false WHERE org_id = $1 AND serving');
    const [row] = await this.tx.query<{ version: number }>(
      `INSERT INTO ranker_versions (org_id, version, serving, verdict, examples, tools, trained_until, train_ms, comparison,
         state, created_at)
       SELECT $1, 1 + coalesce(max(version), 0), $2, $3, $4, $5, $6, $7, $8, $9, $10
         FROM ranker_versions WHERE org_id = $1
       RETURNING version`,
      [
        version.serving,
        version.verdict,
        version.examples,
        version.tools,
        version.trainedUntil,
        version.trainMs,
        jsonbText(version.comparison),
        version.state,
        version.createdAt,
      ],
    );
    const number = row!.version;
    await this.tx.execute(
      'UPDATE ranker_versions SET state = NULL WHERE org_id = $1 AND NOT serving AND version <= $2',
      [number - KEPT_STATES],
    );
    return number;
  }

  /** Deletes all learned state; ranking uses text alone until the next training. @returns the number of changed versions. */
  forget(): Promise<number> {
    return this.tx.execute(
      `UPDATE ranker_versions SET state = NULL, serving = false, verdict = 'forgotten'
        WHERE org_id = $1 AND state IS NOT NULL`,
    );
  }
}

export async function everyOrg(database: Database): Promise<string[]> {
  const rows = await database.asPlatform('trainings are planned for every org', (tx) =>
    tx.query<{ id: string }>('SELECT id FROM orgs ORDER BY id'),
  );
  return rows.map(({ id }) => id);
}

export async function servingVersions(
  database: Database,
  orgIds: readonly string[],
): Promise<Map<string, number>> {
  const rows = await database.asPlatform('a process serves every org', (tx) =>
    tx.query<{ orgId: string; version: number }>(
      `SELECT org_id AS "orgId", version FROM ranker_versions WHERE serving AND org_id = ANY($1)`,
      [orgIds],
    ),
  );
  return new Map(rows.map(({ orgId, version }) => [orgId, version]));
}
