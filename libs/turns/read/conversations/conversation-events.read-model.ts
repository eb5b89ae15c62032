import { Injectable } from '@nestjs/common';
import { finalEventTypes, type TurnEventType } from '#contracts';
import { Database, jsonbText } from '#database';
import type { ConversationPlace } from './conversation-place.ts';

/** Turns whose events are read at once; more follow in the next look. */
const TURNS_AT_ONCE = 20;
const UPDATES_AT_ONCE = 50;

export interface UntoldEvent {
  turnId: string;
  /** Place of the turn in the conversation. */
  turnSeq: number;
  /** Number of the last event of the turn that was told before. */
  told: number;
  seq: number;
  type: TurnEventType;
  payload: Record<string, unknown>;
  at: Date;
}

/** A version of an artifact that no turn tells of: a follow-up or a call from outside wrote it. */
export interface UntoldUpdate {
  seq: number;
  artifactId: string;
  kind: string;
  version: number;
  turnId: string | null;
  at: Date;
}

/**
 * A turn that was told to its end is told further from its last final event on, as when it is retried. The running
 * maximum of the time keeps the events of a turn in their order where a clock was set back.
 */
const UNTOLD = `
  WITH untold AS (
    SELECT t.id, t.seq, mark.told
      FROM turns t
      LEFT JOIN jsonb_to_recordset($4::jsonb) AS run(first int, last int, told int)
        ON t.seq BETWEEN run.first AND run.last
     CROSS JOIN LATERAL (
           SELECT CASE
             WHEN run.told IS NOT NULL THEN run.told
             WHEN run.first IS NULL AND t.seq >= $3 THEN 0
             ELSE (SELECT coalesce(max(e.seq), 0) FROM turn_events e
                    WHERE e.org_id = $1 AND e.turn_id = t.id AND e.type = ANY($5)) END AS told) mark
     WHERE t.org_id = $1 AND t.conversation_id = $2
       AND (t.seq >= $3 OR run.told IS NOT NULL OR t.state NOT IN ('completed', 'failed', 'cancelled'))
       AND EXISTS (SELECT 1 FROM turn_events e WHERE e.org_id = $1 AND e.turn_id = t.id AND e.seq > mark.told)
     ORDER BY t.seq LIMIT ${TURNS_AT_ONCE}
  )
  SELECT u.id AS "turnId", u.seq AS "turnSeq", u.told, e.seq, e.type, e.payload, e.at
    FROM untold u JOIN turn_events e ON e.org_id = $1 AND e.turn_id = u.id AND e.seq > u.told
   ORDER BY max(e.at) OVER (PARTITION BY u.id ORDER BY e.seq), u.seq, e.seq`;

/** Versions of artifacts that were written outside of turns. */
const UPDATES = `
  SELECT v.told_seq AS seq, a.id AS "artifactId", a.kind, v.version, v.turn_id AS "turnId", v.created_at AS at
    FROM artifact_versions v JOIN artifacts a ON a.org_id = v.org_id AND a.id = v.artifact_id
   WHERE v.org_id = $1 AND v.conversation_id = $2 AND v.told_seq > $3
   ORDER BY v.told_seq LIMIT ${UPDATES_AT_ONCE}`;

const OPEN_TURNS = `
  SELECT id FROM turns
   WHERE org_id = $1 AND conversation_id = $2 AND state IN ('queued', 'running', 'awaiting_approval')
   ORDER BY seq LIMIT ${TURNS_AT_ONCE}`;

/** The events of a conversation that a reader has not received yet. */
@Injectable()
export class ConversationEventsReadModel {
  constructor(private readonly database: Database) {}

  /** Events and updates that were not told yet, and the unfinished turns from which more will come. */
  read(
    orgId: string,
    conversationId: string,
    place: ConversationPlace,
  ): Promise<{ events: UntoldEvent[]; updates: UntoldUpdate[]; openTurnIds: string[] }> {
    return this.database.forOrg(orgId, async (tx) => {
      const events = await tx.query<UntoldEvent>(UNTOLD, [
        conversationId,
        place.floor,
        jsonbText(place.marks),
        finalEventTypes,
      ]);
      const open = await tx.query<{ id: string }>(OPEN_TURNS, [conversationId]);
      const updates = await tx.query<UntoldUpdate>(UPDATES, [conversationId, place.update]);
      return { events, updates, openTurnIds: open.map(({ id }) => id) };
    });
  }
}
