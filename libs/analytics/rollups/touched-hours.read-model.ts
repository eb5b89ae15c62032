import type { OrgTransaction, PlatformTransaction } from '#database';

/**
 * Every round sums an open hour again completely, so orgs with long rounds get fewer of them: the interval between two
 * starts is nine times the duration of a round.
 */
const REST_PER_ROUND = 9;
/** Maximum duration in this calculation, so that the pause stays below ten minutes, the limit of the lag alert. */
export const LONGEST_ROUND_MS = 66_000;
/**
 * Maximum delay between the timestamp of a row and its visibility, caused by running calls, buffered traces and clock
 * differences.
 */
export const LATE_MS = 900_000;
const LATE = `${LATE_MS} milliseconds`;

/** SQL: whether the org has rows from `since` on. */
const HAS_NEWS = (org: string, since: string) => `
         EXISTS (SELECT 1 FROM turns t WHERE t.org_id = ${org} AND t.created_at >= ${since})
      OR EXISTS (SELECT 1 FROM turns t WHERE t.org_id = ${org} AND t.finished_at >= ${since})
      OR EXISTS (SELECT 1 FROM tool_calls c WHERE c.org_id = ${org} AND c.created_at >= ${since})
      OR EXISTS (SELECT 1 FROM traces x WHERE x.org_id = ${org} AND x.model_calls IS NOT NULL AND x.started_at >= ${since})
      OR EXISTS (SELECT 1 FROM turn_feedback f WHERE f.org_id = ${org} AND f.updated_at >= ${since})`;

/**
 * Orgs that are not in their pause at $2 and have rows since the last round, minus the maximum delay. Orgs that were never
 * rolled up come first.
 */
const ORGS_WITH_NEWS = `
  SELECT o.id FROM orgs o LEFT JOIN rollup_progress p ON p.org_id = o.id
   CROSS JOIN LATERAL (SELECT coalesce(p.rolled_at - $1::interval, '-infinity') AS since) s
   WHERE coalesce(p.rolled_at + least(p.took_ms, ${LONGEST_ROUND_MS}) * ${REST_PER_ROUND} * interval '1 millisecond' <= $2, true) AND (
${HAS_NEWS('o.id', 's.since')})
   ORDER BY p.rolled_at NULLS FIRST`;

/** An org without new rows is not rolled up, but its rollups are complete. */
const FRESHNESS = `
  SELECT CASE WHEN $1::uuid IS NOT NULL THEN min(p.time_zone) END AS "timeZone",
         min(CASE WHEN ${HAS_NEWS('p.org_id', '(p.rolled_at - $2::interval)')} THEN p.rolled_at
                  ELSE greatest(p.rolled_at, $3) END) AS "rolledUpAt"
    FROM rollup_progress p WHERE $1::uuid IS NULL OR p.org_id = $1`;

const FIRST_ROW = `
  SELECT least(
    (SELECT min(created_at) FROM turns WHERE org_id = $1 AND created_at >= $2),
    (SELECT min(created_at) FROM tool_calls WHERE org_id = $1 AND created_at >= $2),
    (SELECT min(started_at) FROM traces WHERE org_id = $1 AND model_calls IS NOT NULL AND started_at >= $2)) AS at`;

/**
 * The timestamp of a row is the time of writing and not of its visibility: a long transaction commits later, and clocks
 * differ. The id of the writing transaction shows whether an earlier round saw the row; the timestamps only limit the scan
 * to the end of four indexes. If $3 is ahead of this server, because it was restored, every row is new.
 */
const NEW = (row: string) =>
  `($3::bigint IS NULL OR $3 > pg_snapshot_xmax(pg_current_snapshot())::text::bigint
     OR age(${row}.xmin) <= age($3::text::xid8::xid))`;

/** Hours with rows that were written or changed at $2 or later by transactions from $3 on. */
const TOUCHED_HOURS = `
  WITH touched AS MATERIALIZED (
    SELECT t.id, t.conversation_id, t.created_at FROM turns t WHERE t.org_id = $1 AND t.created_at >= $2 AND ${NEW('t')}
    UNION
    SELECT t.id, t.conversation_id, t.created_at FROM turns t WHERE t.org_id = $1 AND t.finished_at >= $2 AND ${NEW('t')}
    UNION
    SELECT t.id, t.conversation_id, t.created_at FROM turn_feedback f
      JOIN turns t ON t.org_id = f.org_id AND t.id = f.turn_id
     WHERE f.org_id = $1 AND f.updated_at >= $2 AND ${NEW('f')}
  )
  SELECT DISTINCT date_trunc('hour', at, 'UTC') AS hour FROM (
    SELECT created_at AS at FROM touched
    UNION ALL
    SELECT c.created_at FROM touched JOIN tool_calls c ON c.org_id = $1 AND c.turn_id = touched.id
    UNION ALL
    SELECT s.started_at FROM touched JOIN traces s ON s.org_id = $1 AND s.conversation_id = touched.conversation_id
       AND s.turn_id = touched.id AND s.model_calls IS NOT NULL AND s.started_at >= touched.created_at
    UNION ALL
    SELECT c.created_at FROM tool_calls c WHERE c.org_id = $1 AND c.created_at >= $2 AND ${NEW('c')}
    UNION ALL
    SELECT s.started_at FROM traces s WHERE s.org_id = $1 AND s.model_calls IS NOT NULL AND s.started_at >= $2 AND ${NEW('s')}
  ) rows ORDER BY 1`;

/** Returns the orgs with rows newer than {@link LATE_MS} before their last round, except orgs in their pause. */
export async function orgsWithNotifications(tx: PlatformTransaction, now: Date): Promise<string[]> {
  const rows = await tx.query<{ id: string }>(ORGS_WITH_NEWS, [LATE, now]);
  return rows.map(({ id }) => id);
}

export interface Freshness {
  /** Time zone of the org's days; null before the first round. */
  timeZone: string | null;
  /** End of the complete rollups; null before the first round. */
  rolledUpAt: Date | null;
}

/** Returns the freshness of the rollups of the org, or of the oldest rollups across orgs (null). */
export async function freshness(
  tx: PlatformTransaction,
  orgId: string | null,
  now: Date,
): Promise<Freshness> {
  const [row] = await tx.query<Freshness>(FRESHNESS, [orgId, LATE, now]);
  return row ?? { timeZone: null, rolledUpAt: null };
}

const OLDEST_NOT_ROLLED_UP = `
  SELECT min(t.at) AS at FROM orgs o LEFT JOIN rollup_progress p ON p.org_id = o.id
   CROSS JOIN LATERAL (SELECT min(t.created_at) AS at FROM turns t
                        WHERE t.org_id = o.id AND t.created_at > coalesce(p.rolled_at, '-infinity')) t`;

/** Returns the acceptance time of the oldest turn that is not rolled up; null if there is none. */
export async function oldestNotRolledUp(tx: PlatformTransaction): Promise<Date | null> {
  const [row] = await tx.query<{ at: Date | null }>(OLDEST_NOT_ROLLED_UP);
  return row?.at ?? null;
}

/** Finds the hours of an org that a round must roll up. */
export class TouchedHours {
  constructor(private readonly tx: OrgTransaction) {}

  /** Returns the first transaction whose rows later statements of this transaction may not see. */
  async horizon(): Promise<string> {
    const [row] = await this.tx.query<{ xid: string }>(
      'SELECT pg_snapshot_xmin(pg_current_snapshot())::text AS xid WHERE $1::uuid IS NOT NULL',
    );
    if (!row) throw new TypeError('A snapshot has no first transaction');
    return row.xid;
  }

  /**
   * Returns the sorted starts of the hours with new rows, or with turns that have ended or got feedback since.
   *
   * @param since earliest start, end or feedback time of new rows.
   * @param horizon transaction horizon of an earlier round; null for every row.
   */
  async find(since: Date, horizon: string | null): Promise<Date[]> {
    const rows = await this.tx.query<{ hour: Date }>(TOUCHED_HOURS, [since, horizon]);
    return rows.map(({ hour }) => hour);
  }

  /** Returns the time of the first row to roll up from `since` on; null if there is none. */
  async firstRow(since: Date | string): Promise<Date | null> {
    const [row] = await this.tx.query<{ at: Date | null }>(FIRST_ROW, [since]);
    return row?.at ?? null;
  }
}
