import type { OrgTransaction, PlatformTransaction } from '#database';
import type { RollupProgress } from './rollup-progress.entity.ts';
import {
  clearDays,
  clearHours,
  fillDays,
  fillErased,
  fillHours,
  isWhole,
  stepOf,
} from './rollup-statements.ts';
import { sourceNames, sources, type Source } from './sources.ts';

export type Progress = Omit<RollupProgress, 'orgId'>;

/** From one moment to before another. */
export interface Span {
  from: Date;
  to: Date;
}

const all: readonly Source[] = sourceNames.map((name) => sources[name]);

const PROGRESS = `
  SELECT time_zone AS "timeZone", step_minutes AS "stepMinutes", rolled_until AS "rolledUntil", rolled_at AS "rolledAt"
    FROM rollup_progress WHERE org_id = $1`;

/** Orgs in which something came after they were last rolled up, less what may have been late; those never rolled up first. */
const ORGS_WITH_NEWS = `
  SELECT o.id FROM orgs o LEFT JOIN rollup_progress p ON p.org_id = o.id
   CROSS JOIN LATERAL (SELECT coalesce(p.rolled_at - $1::interval, '-infinity') AS since) s
   WHERE EXISTS (SELECT 1 FROM turns t WHERE t.org_id = o.id AND t.created_at >= s.since)
      OR EXISTS (SELECT 1 FROM turns t WHERE t.org_id = o.id AND t.finished_at >= s.since)
      OR EXISTS (SELECT 1 FROM tool_calls c WHERE c.org_id = o.id AND c.created_at >= s.since)
      OR EXISTS (SELECT 1 FROM spans x WHERE x.org_id = o.id AND x.kind = 'model' AND x.started_at >= s.since)
      OR EXISTS (SELECT 1 FROM turn_feedback f WHERE f.org_id = o.id AND f.updated_at >= s.since)
   ORDER BY p.rolled_at NULLS FIRST`;

const FIRST_ROW = `
  SELECT least(
    (SELECT min(created_at) FROM turns WHERE org_id = $1 AND created_at >= $2),
    (SELECT min(created_at) FROM tool_calls WHERE org_id = $1 AND created_at >= $2),
    (SELECT min(started_at) FROM spans WHERE org_id = $1 AND kind = 'model' AND started_at >= $2)) AS at`;

/** Steps before $3 with rows of turns that ended, or were judged, since $2. */
const LATE_STEPS = `
  WITH late AS (
    SELECT id, conversation_id, created_at FROM turns WHERE org_id = $1 AND finished_at >= $2 AND created_at < $3
    UNION
    SELECT t.id, t.conversation_id, t.created_at FROM turn_feedback f
      JOIN turns t ON t.org_id = f.org_id AND t.id = f.turn_id
     WHERE f.org_id = $1 AND f.updated_at >= $2 AND t.created_at < $3
  )
  SELECT DISTINCT ${stepOf('at', '$4::interval')} AS "from", ${stepOf('at', '$4::interval')} + $4::interval AS "to" FROM (
    SELECT created_at AS at FROM late
    UNION ALL
    SELECT c.created_at FROM late JOIN tool_calls c ON c.org_id = $1 AND c.turn_id = late.id
    UNION ALL
    SELECT s.started_at FROM late JOIN spans s ON s.org_id = $1 AND s.conversation_id = late.conversation_id
       AND s.turn_id = late.id AND s.kind = 'model' AND s.started_at >= late.created_at
  ) touched WHERE at < $3 ORDER BY 1`;

/** Orgs that have rows of after `marginMs` before they were last rolled up. */
export async function orgsWithNews(tx: PlatformTransaction, marginMs: number): Promise<string[]> {
  const rows = await tx.query<{ id: string }>(ORGS_WITH_NEWS, [`${marginMs} milliseconds`]);
  return rows.map(({ id }) => id);
}

/** The statements that roll one org up, within one transaction. */
export class RollupRepository {
  constructor(private readonly tx: OrgTransaction) {}

  /** @param hold until the end of the transaction, so that two processes do not fill the same hours. */
  async progress({ hold = false } = {}): Promise<Progress | undefined> {
    const [row] = await this.tx.query<Progress>(hold ? `${PROGRESS} FOR UPDATE` : PROGRESS);
    return row;
  }

  async keepProgress({ timeZone, stepMinutes, rolledUntil, rolledAt }: Progress): Promise<void> {
    await this.tx.execute(
      `INSERT INTO rollup_progress (org_id, time_zone, step_minutes, rolled_until, rolled_at) VALUES ($1, $2, $3, $4, $5)
       ON CONFLICT (org_id) DO UPDATE SET time_zone = excluded.time_zone, step_minutes = excluded.step_minutes,
         rolled_until = excluded.rolled_until, rolled_at = excluded.rolled_at`,
      [timeZone, stepMinutes, rolledUntil, rolledAt],
    );
  }

  /** When the first row came that is rolled up, from `since` on; null for none. */
  async firstRow(since: Date | string): Promise<Date | null> {
    const [row] = await this.tx.query<{ at: Date | null }>(FIRST_ROW, [since]);
    return row?.at ?? null;
  }

  lateSteps(since: Date, before: Date, stepMinutes: number): Promise<Span[]> {
    return this.tx.query<Span>(LATE_STEPS, [since, before, interval(stepMinutes)]);
  }

  /**
   * Rolls the rows between two moments up anew, by the step.
   *
   * @param onlyWhole leaves alone what has lost rows since: to retention, or an erasure.
   */
  async fillHours(
    { from, to }: Span,
    stepMinutes: number,
    { onlyWhole }: { onlyWhole: boolean },
  ): Promise<void> {
    for (const source of all) {
      if (onlyWhole && !(await this.whole(source, { from, to }))) continue;
      await this.tx.execute(clearHours(source), [from, to]);
      await this.tx.execute(fillHours(source), [from, to, interval(stepMinutes)]);
    }
  }

  /** Adds the days up anew that the span touches. */
  async fillDays({ from, to }: Span, timeZones: ReadonlySet<string>): Promise<void> {
    for (const source of all) {
      for (const timeZone of timeZones) {
        await this.tx.execute(clearDays(source), [from, to, timeZone]);
        await this.tx.execute(fillDays(source), [from, to, timeZone]);
      }
    }
  }

  /** Where the org has moved to another time zone: days of the old one are nobody's. */
  async dropDays(keep: ReadonlySet<string>): Promise<void> {
    for (const { table } of all)
      await this.tx.execute(
        `DELETE FROM ${table} WHERE org_id = $1 AND grain = 'day' AND time_zone <> ALL ($2)`,
        [[...keep]],
      );
  }

  /** From the first to after the last of what is rolled up; undefined for nothing. */
  async extent(): Promise<Span | undefined> {
    const [row] = await this.tx.query<{ from: Date | null; to: Date | null }>(
      `SELECT min(starts_at) AS "from", max(starts_at) + interval '1 hour' AS "to" FROM (${all
        .map(
          ({ table }) =>
            `SELECT starts_at FROM ${table} WHERE org_id = $1 AND grain = 'hour' AND summed_over = 0`,
        )
        .join(' UNION ALL ')}) rolled`,
    );
    return row?.from && row.to ? { from: row.from, to: row.to } : undefined;
  }

  /** Keeps what the contact's turns of the span came to, and marks them as counted. @returns how many. */
  async keepErased({ from, to }: Span, stepMinutes: number, contactId: string): Promise<number> {
    for (const source of all)
      await this.tx.execute(fillErased(source), [from, to, interval(stepMinutes), contactId]);
    return this.tx.execute(
      `INSERT INTO rolled_up_turns (org_id, turn_id, created_at)
       SELECT org_id, id, created_at FROM turns WHERE org_id = $1 AND contact_id = $4 AND created_at >= $2 AND created_at < $3
       ON CONFLICT DO NOTHING`,
      [from, to, contactId],
    );
  }

  /** Forgets marks of turns that no round looks at any more. */
  async forgetErased(before: Date): Promise<void> {
    await this.tx.execute('DELETE FROM rolled_up_turns WHERE org_id = $1 AND created_at < $2', [before]);
  }

  private async whole(source: Source, { from, to }: Span): Promise<boolean> {
    const [row] = await this.tx.query<{ whole: boolean }>(isWhole(source), [from, to]);
    return row?.whole ?? false;
  }
}

const interval = (minutes: number) => `${minutes} minutes`;
