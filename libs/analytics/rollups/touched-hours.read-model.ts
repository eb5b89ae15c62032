import type { OrgTransaction, PlatformTransaction } from '#database';

/**
 * An hour that still grows is summed anew in every round, whatever it has by then: an org whose rounds take long has them less
 * often. From the start of one to the next it is nine times as long as the round took.
 */
const REST_PER_ROUND = 9;
/** What a longer one counts as: its rest stays under ten minutes, and so under what the alert on the lag allows. */
export const LONGEST_ROUND_MS = 66_000;
/** Rows may be seen this long after the moment that they bear: calls that ran, spans on their way, clocks that differ. */
export const LATE_MS = 900_000;
const LATE = `${LATE_MS} milliseconds`;

/** Whether something of the org came from `since` on. */
const HAS_NEWS = (org: string, since: string) => `
         EXISTS (SELECT 1 FROM turns t WHERE t.org_id = ${org} AND t.created_at >= ${since})
      OR EXISTS (SELECT 1 FROM turns t WHERE t.org_id = ${org} AND t.finished_at >= ${since})
      OR EXISTS (SELECT 1 FROM tool_calls c WHERE c.org_id = ${org} AND c.created_at >= ${since})
      OR EXISTS (SELECT 1 FROM spans x WHERE x.org_id = ${org} AND x.kind = 'model' AND x.started_at >= ${since})
      OR EXISTS (SELECT 1 FROM turn_feedback f WHERE f.org_id = ${org} AND f.updated_at >= ${since})`;

/**
 * Orgs that do not rest at $2 and in which something came after they were last rolled up, less what may have been late; those
 * never rolled up first.
 */
const ORGS_WITH_NEWS = `
  SELECT o.id FROM orgs o LEFT JOIN rollup_progress p ON p.org_id = o.id
   CROSS JOIN LATERAL (SELECT coalesce(p.rolled_at - $1::interval, '-infinity') AS since) s
   WHERE coalesce(p.rolled_at + least(p.took_ms, ${LONGEST_ROUND_MS}) * ${REST_PER_ROUND} * interval '1 millisecond' <= $2, true) AND (
${HAS_NEWS('o.id', 's.since')})
   ORDER BY p.rolled_at NULLS FIRST`;

/** An org without news is not rolled up, and yet nothing of it is missing. */
const FRESHNESS = `
  SELECT CASE WHEN $1::uuid IS NOT NULL THEN min(p.time_zone) END AS "timeZone",
         min(CASE WHEN ${HAS_NEWS('p.org_id', '(p.rolled_at - $2::interval)')} THEN p.rolled_at
                  ELSE greatest(p.rolled_at, $3) END) AS "rolledUpAt"
    FROM rollup_progress p WHERE $1::uuid IS NULL OR p.org_id = $1`;

const FIRST_ROW = `
  SELECT least(
    (SELECT min(created_at) FROM turns WHERE org_id = $1 AND created_at >= $2),
    (SELECT min(created_at) FROM tool_calls WHERE org_id = $1 AND created_at >= $2),
    (SELECT min(started_at) FROM spans WHERE org_id = $1 AND kind = 'model' AND started_at >= $2)) AS at`;

/**
 * The time of a row is when it was written, not when others could see it: a long transaction ends later, and clocks
 * differ. The number of the transaction that wrote a row says whether an earlier round saw it; the times only keep this
 * to the end of four indexes. Where $3 is ahead of this server, which was restored then, every row is new.
 */
const NEW = (row: string) =>
  `($3::bigint IS NULL OR $3 > pg_snapshot_xmax(pg_current_snapshot())::text::bigint
     OR age(${row}.xmin) <= age($3::text::xid8::xid))`;

/** Hours with rows that were written or changed, in transactions from $3 on, at $2 or later. */
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
    SELECT s.started_at FROM touched JOIN spans s ON s.org_id = $1 AND s.conversation_id = touched.conversation_id
       AND s.turn_id = touched.id AND s.kind = 'model' AND s.started_at >= touched.created_at
    UNION ALL
    SELECT c.created_at FROM tool_calls c WHERE c.org_id = $1 AND c.created_at >= $2 AND ${NEW('c')}
    UNION ALL
    SELECT s.started_at FROM spans s WHERE s.org_id = $1 AND s.kind = 'model' AND s.started_at >= $2 AND ${NEW('s')}
  ) rows ORDER BY 1`;

/** Orgs that have rows of after {@link LATE_MS} before they were last rolled up, but for those whose rounds rest. */
export async function orgsWithNotifications(tx: PlatformTransaction, now: Date): Promise<string[]> {
  const rows = await tx.query<{ id: string }>(ORGS_WITH_NEWS, [LATE, now]);
  return rows.map(({ id }) => id);
}

export interface Freshness {
  /** Of the org's days; null where nothing was rolled up yet. */
  timeZone: string | null;
  /** Until when nothing is missing; null where nothing was rolled up yet. */
  rolledUpAt: Date | null;
}

/** How fresh rollups are: those of the org, or across orgs (null) the oldest. */
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

/** When the oldest turn was accepted that no round has come to; null for none. */
export async function oldestNotRolledUp(tx: PlatformTransaction): Promise<Date | null> {
  const [row] = await tx.query<{ at: Date | null }>(OLDEST_NOT_ROLLED_UP);
  return row?.at ?? null;
}

/** Which hours of an org a round has to roll up. */
export class TouchedHours {
  constructor(private readonly tx: OrgTransaction) {}

  /** The first transaction whose rows later statements of this one may not see. */
  async horizon(): Promise<string> {
    const [row] = await this.tx.query<{ xid: string }>(
      'SELECT pg_snapshot_xmin(pg_current_snapshot())::text AS xid WHERE $1::uuid IS NOT NULL',
    );
    if (!row) throw new TypeError('A snapshot has no first transaction');
    return row.xid;
  }

  /**
   * Starts of the hours with rows that are new, or whose turn has ended or was judged since, in order.
   *
   * @param since rows bear no earlier time, of beginning, ending or judgement.
   * @param horizon as an earlier round read it; null for every row.
   */
  async find(since: Date, horizon: string | null): Promise<Date[]> {
    const rows = await this.tx.query<{ hour: Date }>(TOUCHED_HOURS, [since, horizon]);
    return rows.map(({ hour }) => hour);
  }

  /** When the first row came that is rolled up, from `since` on; null for none. */
  async firstRow(since: Date | string): Promise<Date | null> {
    const [row] = await this.tx.query<{ at: Date | null }>(FIRST_ROW, [since]);
    return row?.at ?? null;
  }
}
