import type { OrgTransaction } from '#database';
import { wholeNumberSetting, type SettingReader } from '#identity';
import { stateOf } from '../run/state-of-turn.ts';
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
  return wholeNumberSetting(settings, 'MAX_RUNNING_TURNS');
}

const COME_FORWARD = `
  UPDATE turns SET admission = 'ready'
   WHERE org_id = $1 AND ${stateOf('turns')} = 'queued' AND admission = 'behind' AND id = (
     SELECT id FROM turns WHERE org_id = $1 AND conversation_id = $2 AND state IN ('queued', 'running')
      ORDER BY seq LIMIT 1)`;

/** The rows are picked once, into an array: as part of a join they might be picked again, and more of them. */
const ADMIT = `
  UPDATE turns SET admission = 'admitted'
   WHERE org_id = $1 AND id = ANY (ARRAY (
     SELECT id FROM turns WHERE org_id = $1 AND lane = $2 AND admission = 'ready' AND state = 'queued'
      ORDER BY created_at, id
      LIMIT CASE WHEN $3 = 0 THEN $4 ELSE GREATEST(0, LEAST($4, $3 - (
        SELECT count(*)::int FROM turns
         WHERE org_id = $1 AND lane = $2 AND admission = 'admitted' AND state IN ('queued', 'running')))) END
      FOR UPDATE SKIP LOCKED))
  RETURNING org_id AS "orgId", id AS "turnId", run, channel`;

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
   * oldest ready turns. The caller holds the conversation. Sent at once, without waiting in between.
   *
   * @returns the turns that are to be enqueued when the transaction has been committed.
   */
  async goOn(conversationId: string, lane: Lane, limit: number): Promise<QueuedRun[]> {
    const [, admitted] = await Promise.all([
      this.tx.execute(COME_FORWARD, [conversationId]),
      this.admit(lane, limit, AT_AN_END),
    ]);
    return admitted;
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
