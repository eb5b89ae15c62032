import type { OrgTransaction, PlatformTransaction } from '#database';
import type { PriorityClass, TurnJob } from '../admission/turn-job.ts';

/**
 * Oldest unfinished turns of conversations that no worker is running: they are queued, or their lease has expired. `OFFSET
 * 0` makes the search for older turns an index look-up per turn. With outdated statistics from before a backlog, a join
 * would compare each turn with all others.
 */
const STRANDED_HEADS = `
  SELECT t.org_id AS "orgId", t.id AS "turnId", t.run, t.channel, t.created_at AS "createdAt"
    FROM turns t
   WHERE t.state IN ('queued', 'running') AND t.admission = 'admitted'
     AND (t.lease_until IS NULL OR t.lease_until < clock_timestamp() - $1 * interval '1 second')
     AND t.created_at < $2 AND (t.created_at, t.id) > ($4::timestamptz, $5::uuid)
     AND NOT EXISTS (
       SELECT 1 FROM turns older
        WHERE older.org_id = t.org_id AND older.conversation_id = t.conversation_id AND older.seq < t.seq
          AND older.state IN ('queued', 'running') OFFSET 0)
   ORDER BY t.created_at, t.id LIMIT $3`;

/**
 * Marks the oldest unfinished turn of each conversation `ready` if it is still `behind`, which normally happens when the
 * previous turn ends. `OFFSET 0` as above.
 */
const ADVANCE_HEADS = `
  UPDATE turns t SET admission = 'ready'
   WHERE t.state = 'queued' AND t.admission = 'behind' AND t.created_at < $1
     AND NOT EXISTS (
       SELECT 1 FROM turns older
        WHERE older.org_id = t.org_id AND older.conversation_id = t.conversation_id AND older.seq < t.seq
          AND older.state IN ('queued', 'running') OFFSET 0)`;

const CLASSES_WITH_READY_TURNS = `
  SELECT DISTINCT org_id AS "orgId", priority_class AS "priorityClass" FROM turns WHERE admission = 'ready' AND state = 'queued'`;

export interface StrandedHead extends TurnJob {
  createdAt: Date;
}

/** Sorts before every id. */
const FIRST_ID = '00000000-0000-0000-0000-000000000000';

/** Executes {@link ADVANCE_HEADS} in every org, for turns created before `youngest`. */
export async function advanceForgottenHeads(tx: PlatformTransaction, youngest: Date): Promise<void> {
  await tx.execute(ADVANCE_HEADS, [youngest]);
}

/** @returns the orgs with ready turns, per priority class. */
export function classesWithReadyTurns(
  tx: PlatformTransaction,
): Promise<{ orgId: string; priorityClass: PriorityClass }[]> {
  return tx.query(CLASSES_WITH_READY_TURNS);
}

/**
 * Stranded oldest turns of conversations in every org, oldest first.
 *
 * @param look.graceSeconds minimum number of seconds since the lease expired.
 * @param look.youngest only turns created before this time.
 * @param look.after the last entry of the previous page.
 */
export function strandedHeads(
  tx: PlatformTransaction,
  look: { graceSeconds: number; youngest: Date; after: StrandedHead | undefined; limit: number },
): Promise<StrandedHead[]> {
  return tx.query<StrandedHead>(STRANDED_HEADS, [
    look.graceSeconds,
    look.youngest,
    look.limit,
    look.after?.createdAt ?? '-infinity',
    look.after?.turnId ?? FIRST_ID,
  ]);
}

/**
 * Gives the run a new number, because the queue may still have the old job as failed.
 *
 * @returns undefined if the turn has ended, or another sweeper has already renumbered it.
 */
export async function renumberRun(tx: OrgTransaction, head: TurnJob): Promise<number | undefined> {
  const [renumbered] = await tx.query<{ run: number }>(
    `UPDATE turns SET run = run + 1 WHERE org_id = $1 AND id = $2 AND run = $3 AND state IN ('queued', 'running') RETURNING run`,
    [head.turnId, head.run],
  );
  return renumbered?.run;
}

export async function removeIdempotencyKeys(tx: PlatformTransaction, before: Date): Promise<void> {
  await tx.execute('DELETE FROM idempotency_keys WHERE created_at < $1', [before]);
}

export async function removeErasedSpans(tx: PlatformTransaction, keptMs: number): Promise<void> {
  await tx.execute(
    `DELETE FROM erased_spans WHERE erased_at < clock_timestamp() - $1 * interval '1 millisecond'`,
    [keptMs],
  );
}

export async function removeMessageMinutes(tx: PlatformTransaction, before: Date): Promise<void> {
  await tx.execute('DELETE FROM message_minutes WHERE minute < $1', [before]);
}
