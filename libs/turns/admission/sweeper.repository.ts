import type { OrgTransaction, PlatformTransaction } from '#database';
import type { Lane } from './admission.repository.ts';
import type { QueuedRun } from './turn-queue.ts';

/**
 * Heads of conversations that nobody works on: waiting, or held by a worker whose lease has run out. `OFFSET 0` keeps the look
 * for older turns an index look-up per turn: statistics from before a backlog say that no turn waits, and as a join it would
 * compare each with all.
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

/** Turns that nobody let come forward, as after an upgrade. `OFFSET 0` as above. */
const COME_FORWARD = `
  UPDATE turns t SET admission = 'ready'
   WHERE t.state = 'queued' AND t.admission = 'behind' AND t.created_at < $1
     AND NOT EXISTS (
       SELECT 1 FROM turns older
        WHERE older.org_id = t.org_id AND older.conversation_id = t.conversation_id AND older.seq < t.seq
          AND older.state IN ('queued', 'running') OFFSET 0)`;

const LANES_WITH_READY_TURNS = `
  SELECT DISTINCT org_id AS "orgId", lane FROM turns WHERE admission = 'ready' AND state = 'queued'`;

export interface StrandedHead extends QueuedRun {
  createdAt: Date;
}

/** Before every id there is. */
const FIRST_ID = '00000000-0000-0000-0000-000000000000';

/** Lets turns of every org come forward that were created before `youngest`. */
export async function letForgottenComeForward(tx: PlatformTransaction, youngest: Date): Promise<void> {
  await tx.execute(COME_FORWARD, [youngest]);
}

/** Where turns wait for a slot. */
export function lanesWithReadyTurns(tx: PlatformTransaction): Promise<{ orgId: string; lane: Lane }[]> {
  return tx.query<{ orgId: string; lane: Lane }>(LANES_WITH_READY_TURNS);
}

/**
 * Stranded heads of every org, the oldest first.
 *
 * @param look.graceSeconds how long a lease has run out.
 * @param look.youngest those created before it.
 * @param look.after the last one of the look before.
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
 * Gives the run a new number, since the queue may remember the old job as failed.
 *
 * @returns undefined when the turn has ended, or another one has done so.
 */
export async function renumberRun(tx: OrgTransaction, head: QueuedRun): Promise<number | undefined> {
  const [renumbered] = await tx.query<{ run: number }>(
    `UPDATE turns SET run = run + 1 WHERE org_id = $1 AND id = $2 AND run = $3 AND state IN ('queued', 'running') RETURNING run`,
    [head.turnId, head.run],
  );
  return renumbered?.run;
}

export async function forgetIdempotencyKeys(tx: PlatformTransaction, before: Date): Promise<void> {
  await tx.execute('DELETE FROM idempotency_keys WHERE created_at < $1', [before]);
}

export async function forgetErasedSpans(tx: PlatformTransaction, keptMs: number): Promise<void> {
  await tx.execute(
    `DELETE FROM erased_spans WHERE erased_at < clock_timestamp() - $1 * interval '1 millisecond'`,
    [keptMs],
  );
}

export async function forgetMessageMinutes(tx: PlatformTransaction, before: Date): Promise<void> {
  await tx.execute('DELETE FROM message_minutes WHERE minute < $1', [before]);
}
