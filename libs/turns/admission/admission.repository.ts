import type { OrgTransaction } from '#database';
import { stateOf } from '../turn-state.ts';
import type { PriorityClass, TurnJob } from './turn-job.ts';

/**
 * Admission state of a waiting turn.
 * - `behind`: an older turn of the conversation is unfinished.
 * - `ready`: the turn is the oldest of its conversation, but the org has no free slot.
 * - `admitted`: the turn has a slot of its org and a job.
 */
export type AdmissionState = 'behind' | 'ready' | 'admitted';

const ADVANCE_HEADS = `
  UPDATE turns SET admission = 'ready'
   WHERE org_id = $1 AND ${stateOf('turns')} = 'queued' AND admission = 'behind' AND id = ANY (ARRAY (
     SELECT (SELECT id FROM turns WHERE org_id = $1 AND conversation_id = conversation.id AND state IN ('queued', 'running')
              ORDER BY seq LIMIT 1)
       FROM unnest($2::uuid[]) AS conversation(id)))`;

/** The array makes PostgreSQL select the rows once. A join may repeat the selection and return more rows. */
const ADMIT = `
  UPDATE turns SET admission = 'admitted'
   WHERE org_id = $1 AND id = ANY (ARRAY (
     SELECT id FROM turns WHERE org_id = $1 AND priority_class = $2 AND admission = 'ready' AND state = 'queued'
      ORDER BY created_at, id
      LIMIT CASE WHEN $3 = 0 THEN $4 ELSE GREATEST(0, LEAST($4, $3 - (
        SELECT count(*)::int FROM turns
         WHERE org_id = $1 AND priority_class = $2 AND admission = 'admitted' AND state IN ('queued', 'running')))) END
      FOR UPDATE SKIP LOCKED))
  RETURNING org_id AS "orgId", id AS "turnId", run, channel`;

/** The younger turns get a new run number, because the queue may be about to discard their current jobs. */
const HOLD_BACK_YOUNGER = `
  UPDATE turns SET admission = 'behind', run = run + 1
   WHERE org_id = $1 AND conversation_id = $2 AND state = 'queued' AND admission <> 'behind'
     AND seq > (SELECT seq FROM turns WHERE org_id = $1 AND id = $3)`;

export class AdmissionRepository {
  constructor(private readonly tx: OrgTransaction) {}

  /** Makes the oldest unfinished turn of each conversation `ready`. */
  async advanceHeads(conversationIds: readonly string[]): Promise<void> {
    await this.tx.execute(ADVANCE_HEADS, [conversationIds]);
  }

  /** Frees the slots of younger turns of the conversation that have not started, so that `turnId` runs first. */
  async holdBackYounger(conversationId: string, turnId: string): Promise<void> {
    await this.tx.execute(HOLD_BACK_YOUNGER, [conversationId, turnId]);
  }

  /**
   * Gives free slots to the org's oldest ready turns.
   *
   * @param limit slots of the org in this priority class; 0 for no limit.
   * @param atMost turns admitted by this call.
   */
  admit(priorityClass: PriorityClass, limit: number, atMost: number): Promise<TurnJob[]> {
    return this.tx.query<TurnJob>(ADMIT, [priorityClass, limit, atMost]);
  }
}
