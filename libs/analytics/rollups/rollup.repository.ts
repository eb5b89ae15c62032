import type { OrgTransaction } from '#database';
import { CoarserBlocks, type Stored } from './coarser-blocks.repository.ts';
import type { RollupProgress } from './rollup-progress.entity.ts';
import {
  clearDays,
  clearHours,
  clearWeeks,
  fillDays,
  fillHours,
  keepErased,
  wholeHours,
} from './rollup-statements.ts';
import { sourceNames, sources, type Source } from './sources.ts';

export type Progress = Omit<RollupProgress, 'orgId' | 'decisionsSince'>;

/** A time span with an exclusive end. */
export interface Span {
  from: Date;
  to: Date;
}

const HOUR_MS = 3_600_000;
const UTC = 'UTC';
const all: readonly Source[] = sourceNames.map((name) => sources[name]);

const PROGRESS = `
  SELECT time_zone AS "timeZone", step_minutes AS "stepMinutes", rolled_until AS "rolledUntil", rolled_at AS "rolledAt",
         seen_xid AS "seenXid", seen_at AS "seenAt", took_ms AS "tookMs"
    FROM rollup_progress WHERE org_id = $1`;

/**
 * Planner settings until the end of the transaction. The server estimates ten cells per block; it would look up hundreds of
 * thousands of cells one by one, sort data on disk that fits into memory, and spend more time on JIT compilation than on execution.
 */
const HASHED = `
  SELECT set_config('enable_nestloop', 'off', true), set_config('work_mem', '64MB', true), set_config('jit', 'off', true)
   WHERE $1::uuid IS NOT NULL`;
const AS_GUESSED = `SELECT set_config('enable_nestloop', 'on', true) WHERE $1::uuid IS NOT NULL`;

const PLANNED_ANEW = `SELECT set_config('plan_cache_mode', 'force_custom_plan', true) WHERE $1::uuid IS NOT NULL`;

export class RollupRepository {
  constructor(private readonly tx: OrgTransaction) {}

  /**
   * Forces new plans until the end of the transaction: a plan from a time when an hour had ten turns takes a minute for an
   * hour with ten thousand.
   */
  async planAnew(): Promise<void> {
    await this.tx.query(PLANNED_ANEW);
  }

  /** @param hold locks the row until the end of the transaction, so that two processes do not fill the same hours. */
  async progress({ hold = false } = {}): Promise<Progress | undefined> {
    const [row] = await this.tx.query<Progress>(hold ? `${PROGRESS} FOR UPDATE` : PROGRESS);
    return row;
  }

  async keepProgress(progress: Progress): Promise<void> {
    const { timeZone, stepMinutes, rolledUntil, rolledAt, seenXid, seenAt, tookMs } = progress;
    await this.tx.execute(
      `INSERT INTO rollup_progress (org_id, time_zone, step_minutes, rolled_until, rolled_at, seen_xid, seen_at,
         took_ms)
       VALUES ($1, $2, $3, $4, $5, $6, $7, $8)
       ON CONFLICT (org_id) DO UPDATE SET time_zone = excluded.time_zone, step_minutes = excluded.step_minutes,
         rolled_until = excluded.rolled_until, rolled_at = excluded.rolled_at, seen_xid = excluded.seen_xid,
         seen_at = excluded.seen_at, took_ms = excluded.took_ms`,
      [timeZone, stepMinutes, rolledUntil, rolledAt, seenXid, seenAt, tookMs],
    );
  }

  /**
   * Rolls up hours again by the step.
   *
   * @param hours sorted starts of hours that are close to each other.
   * @param onlyWhole skips hours that have lost rows to retention or an erasure.
   * @param closed also creates coarser blocks if they make queries faster; false for open hours.
   */
  async fillHours(
    hours: readonly Date[],
    stepMinutes: number,
    { onlyWhole, closed }: { onlyWhole: boolean; closed: boolean },
  ): Promise<void> {
    for (const source of all) {
      const filled = onlyWhole ? await this.whole(source, hours) : hours;
      const span = spanOf(filled);
      if (!span) continue;
      const parameters = [span.from, span.to, texts(filled)];
      await this.tx.execute(clearHours(source), parameters);
      const stored = await this.tx.query<Stored>(fillHours(source), [...parameters, interval(stepMinutes)]);
      if (closed) await new CoarserBlocks(this.tx, source).fill('hour', UTC, stored);
    }
  }

  /** Sums again the days that overlap the span and ended by `until`. */
  async fillDays({ from, to }: Span, timeZones: ReadonlySet<string>, until: Date): Promise<void> {
    for (const source of all) {
      for (const timeZone of timeZones) {
        const parameters = [from, to, timeZone, until];
        await this.tx.execute(clearDays(source), parameters);
        await this.tx.execute(clearWeeks(source), [from, to, timeZone]);
        const stored = await this.hashed(() => this.tx.query<Stored>(fillDays(source), parameters));
        await new CoarserBlocks(this.tx, source).fill('day', timeZone, stored);
      }
    }
  }

  /**
   * Sums one week of the time zone that ended by `until` and has no blocks, because it is new or its days have changed.
   *
   * @returns false if there is no such week.
   */
  async fillWeek(timeZone: string, until: Date): Promise<boolean> {
    let found = false;
    for (const source of all) {
      const blocks = new CoarserBlocks(this.tx, source);
      const [week] = await blocks.weeksWithout(timeZone, until);
      if (!week) continue;
      await blocks.fillWeek(timeZone, week);
      found = true;
    }
    return found;
  }

  /** Deletes the days of the old time zone after the org has changed its time zone. */
  async dropDays(keep: ReadonlySet<string>): Promise<void> {
    for (const { table } of all)
      await this.tx.execute(
        `DELETE FROM ${table} WHERE org_id = $1 AND grain IN ('day', 'week') AND time_zone <> ALL ($2)`,
        [[...keep]],
      );
  }

  /** Returns the span of all rollups; undefined if there are none. */
  async extent(): Promise<Span | undefined> {
    const [row] = await this.tx.query<{ from: Date | null; to: Date | null }>(
      `SELECT min(starts_at) AS "from", max(starts_at) + interval '1 hour' AS "to" FROM (${all
        .map(({ table }) => `SELECT starts_at FROM ${table} WHERE org_id = $1 AND grain = 'hour'`)
        .join(' UNION ALL ')}) rolled`,
    );
    return row?.from && row.to ? { from: row.from, to: row.to } : undefined;
  }

  /** Stores the counts of the contact's turns in the hours, and marks these turns as counted. */
  async keepErased(hours: readonly Date[], stepMinutes: number, contactId: string): Promise<void> {
    const span = spanOf(hours);
    if (!span) return;
    for (const source of all)
      await this.tx.execute(keepErased(source), [
        span.from,
        span.to,
        texts(hours),
        interval(stepMinutes),
        contactId,
      ]);
    await this.tx.execute(
      `INSERT INTO rolled_up_turns (org_id, turn_id, created_at)
       SELECT org_id, id, created_at FROM turns WHERE org_id = $1 AND contact_id = $2 ON CONFLICT DO NOTHING`,
      [contactId],
    );
  }

  /** Deletes the marks of turns that no longer exist. */
  async forgetErased(before: Date): Promise<void> {
    await this.tx.execute('DELETE FROM rolled_up_turns WHERE org_id = $1 AND created_at < $2', [before]);
  }

  /** Planner settings for statements that only read blocks: they find rows one by one through indexes. */
  private async hashed<Result>(work: () => Promise<Result>): Promise<Result> {
    await this.tx.query(HASHED);
    const result = await work();
    await this.tx.query(AS_GUESSED);
    return result;
  }

  private async whole(source: Source, hours: readonly Date[]): Promise<Date[]> {
    const rows = await this.tx.query<{ at: Date }>(wholeHours(source), [texts(hours)]);
    return rows.map(({ at }) => at);
  }
}

/** Returns the span from the first hour to the end of the last hour. */
function spanOf(hours: readonly Date[]): Span | undefined {
  const [from, to] = [hours[0], hours.at(-1)];
  return from && to ? { from, to: new Date(to.getTime() + HOUR_MS) } : undefined;
}

const texts = (moments: readonly Date[]) => moments.map((moment) => moment.toISOString());
const interval = (minutes: number) => `${minutes} minutes`;
