import type { PlatformTransaction } from '#database';
import type { PriorityClass } from './turn-job.ts';

/** A worker that has not reported for this long has ended. */
const GONE = `now() - interval '15 seconds'`;

const REPORT = `
  INSERT INTO worker_slots (process, priority_class, slots, seen_at)
  SELECT $1, class, slots, now() FROM unnest($2::text[], $3::int[]) AS report(class, slots)
  ON CONFLICT (process, priority_class) DO UPDATE SET slots = excluded.slots, seen_at = excluded.seen_at`;

const LOAD = `
  SELECT class AS "priorityClass",
         (SELECT coalesce(sum(slots), 0)::int FROM worker_slots WHERE priority_class = class AND seen_at > ${GONE}) AS slots,
         (SELECT count(DISTINCT org_id)::int FROM turns
           WHERE priority_class = class AND admission = 'admitted' AND state IN ('queued', 'running')) AS orgs
    FROM unnest($1::text[]) AS class`;

/** The slots of all running workers in one priority class, and the number of orgs that have turns in the queue. */
export interface ClassLoad {
  priorityClass: PriorityClass;
  slots: number;
  orgs: number;
}

/** The slots of workers and the orgs that share them. */
export class FairShareRepository {
  constructor(private readonly tx: PlatformTransaction) {}

  /** Stores the slots of a worker, and removes workers that have ended. */
  async report(process: string, slots: Record<PriorityClass, number>): Promise<void> {
    await this.tx.execute(`DELETE FROM worker_slots WHERE seen_at <= ${GONE}`);
    await this.tx.execute(REPORT, [process, Object.keys(slots), Object.values(slots)]);
  }

  load(classes: readonly PriorityClass[]): Promise<ClassLoad[]> {
    return this.tx.query<ClassLoad>(LOAD, [classes]);
  }
}
