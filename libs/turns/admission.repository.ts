import type { OrgTransaction } from '#database';
import { wholeNumber, type SettingReader } from '#identity';
import type { QueuedRun } from './turn-queue.ts';

/**
 * Where a waiting turn stands. `behind`: an older turn of its conversation comes first. `ready`: it is the oldest, and
 * its org has as many turns in the queue as it may have running. `admitted`: it has a slot of its org, and a job.
 */
export type Admission = 'behind' | 'ready' | 'admitted';

/** Turns of one lane do not wait for those of the other. */
export type Lane = 'chat' | 'voice';

/** Slots given at the end of one turn: its own, and one that was lost with a crash. */
const AT_AN_END = 2;

export function laneOf(channel: string): Lane {
  return channel === 'voice' ? 'voice' : 'chat';
}

/** The org's limit of running turns per lane; 0 for none. */
export function runningTurnsLimit(settings: SettingReader): number {
  return wholeNumber(settings, 'MAX_RUNNING_TURNS');
}

const FREE_SLOTS = `
  CASE WHEN $3 = 0 THEN $4 ELSE GREATEST(0, LEAST($4, $3 - (
    SELECT count(*)::int FROM turns
     WHERE org_id = $1 AND lane = $2 AND admission = 'admitted' AND state IN ('queued', 'running')))) END`;

/** The rows are picked once, into an array: as part of a join they might be picked again, and more of them. */
const ADMIT = `
  UPDATE turns SET admission = 'admitted'
   WHERE org_id = $1 AND id = ANY (ARRAY (
     SELECT id FROM turns WHERE org_id = $1 AND lane = $2 AND admission = 'ready' AND state = 'queued'
      ORDER BY created_at, id LIMIT ${FREE_SLOTS}
      FOR UPDATE SKIP LOCKED))
  RETURNING org_id AS "orgId", id AS "turnId", run, channel`;

/**
 * As ADMIT, with the conversation's next turn among those that wait, where it stood behind the one that has ended: it is
 * admitted, or else ready, in one update of its row.
 */
const GO_ON = `
  WITH next AS MATERIALIZED (
    SELECT head.* FROM (
      SELECT id, created_at, lane, state, admission FROM turns
       WHERE org_id = $1 AND conversation_id = $5 AND state IN ('queued', 'running') ORDER BY seq LIMIT 1) AS head
     WHERE head.state = 'queued' AND head.admission = 'behind'
  ), ready AS MATERIALIZED (
    SELECT id, created_at FROM turns WHERE org_id = $1 AND lane = $2 AND admission = 'ready' AND state = 'queued'
     ORDER BY created_at, id LIMIT ${FREE_SLOTS}
     FOR UPDATE SKIP LOCKED
  ), admitted AS MATERIALIZED (
    SELECT id FROM (SELECT id, created_at FROM ready UNION ALL SELECT id, created_at FROM next WHERE lane = $2) AS waiting
     ORDER BY created_at, id LIMIT ${FREE_SLOTS}
  ), moved AS (
    UPDATE turns SET admission = CASE WHEN id IN (SELECT id FROM admitted) THEN 'admitted' ELSE 'ready' END
     WHERE org_id = $1 AND id = ANY (ARRAY (SELECT id FROM admitted UNION SELECT id FROM next))
    RETURNING org_id, id, run, channel, admission
  )
  SELECT org_id AS "orgId", id AS "turnId", run, channel FROM moved WHERE admission = 'admitted'`;

/**
 * Younger turns of the conversation that were to run meanwhile give their slots back; with a new number, since the queue
 * may be about to turn their jobs away.
 */
const STEP_BACK = `
  UPDATE turns SET admission = 'behind', run = run + 1
   WHERE org_id = $1 AND conversation_id = $2 AND state = 'queued' AND admission <> 'behind'
     AND seq > (SELECT seq FROM turns WHERE org_id = $1 AND id = $3)`;

/**
 * Keeps orgs fair to each other: of each org no more turns are in the queue than it may have running, so that the
 * thousands that one org sends at once wait in the database, behind nobody but themselves.
 */
export class AdmissionRepository {
  constructor(private readonly tx: OrgTransaction) {}

  /**
   * After a turn has ended or come back: the conversation's next turn comes forward, and free slots go to the org's
   * oldest ready turns. The caller holds the conversation. It is one statement, sent at once.
   *
   * @returns the turns that are to be enqueued when the transaction has been committed.
   */
  goOn(conversationId: string, lane: Lane, limit: number): Promise<QueuedRun[]> {
    return this.tx.query<QueuedRun>(GO_ON, [lane, limit, AT_AN_END, conversationId]);
  }

  /** Lets a turn that came back go before the conversation's younger turns that have not begun. The caller holds the conversation. */
  async stepBack(conversationId: string, turnId: string): Promise<void> {
    await this.tx.execute(STEP_BACK, [conversationId, turnId]);
  }

  /** Gives up to `atMost` free slots to the org's oldest ready turns. */
  admit(lane: Lane, limit: number, atMost: number): Promise<QueuedRun[]> {
    return this.tx.query<QueuedRun>(ADMIT, [lane, limit, atMost]);
  }
}
