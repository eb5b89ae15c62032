import { Injectable } from '@nestjs/common';
import { finalEventTypes, type TurnEventType } from '#contracts';
import { Database } from '#database';
import { jsonbText } from '#text';
import { lookLive, type LiveText } from '../../live/conversation-reader.repository.ts';
import type { NumberedEvent } from '../gaps.ts';
import type { ReadPosition } from './read-position.ts';

/** Number of turns whose events one look reads; the next look reads more. */
const TURNS_AT_ONCE = 20;
const UPDATES_AT_ONCE = 50;

export interface UnreadEvent extends NumberedEvent {
  turnId: string;
  type: TurnEventType;
  payload: Record<string, unknown>;
  at: Date;
}

/** A version of an artifact that an outbox task or an outside call wrote: no event of a turn announces it. */
export interface UnreadUpdate {
  seq: number;
  artifactId: string;
  kind: string;
  version: number;
  turnId: string | null;
  at: Date;
}

/**
 * A turn that was received to the end continues after its last final event, as when it is retried. The running maximum of
 * the time keeps the events of a turn in order if a clock was set back.
 */
const UNREAD = `
  WITH unread AS (
    SELECT t.id, t.seq, mark.received
      FROM turns t
      LEFT JOIN jsonb_to_recordset($4::jsonb) AS run(first int, last int, received int)
        ON t.seq BETWEEN run.first AND run.last
     CROSS JOIN LATERAL (
           SELECT CASE
             WHEN run.received IS NOT NULL THEN run.received
             WHEN run.first IS NULL AND t.seq >= $3 THEN 0
             ELSE (SELECT coalesce(max(e.seq), 0) FROM turn_events e
                    WHERE e.org_id = $1 AND e.turn_id = t.id AND e.type = ANY($5)) END AS received) mark
     WHERE t.org_id = $1 AND t.conversation_id = $2
       AND (t.seq >= $3 OR run.received IS NOT NULL OR t.state NOT IN ('completed', 'failed', 'cancelled'))
       AND EXISTS (SELECT 1 FROM turn_events e WHERE e.org_id = $1 AND e.turn_id = t.id AND e.seq > mark.received)
     ORDER BY t.seq LIMIT ${TURNS_AT_ONCE}
  )
  SELECT u.id AS "turnId", u.seq AS "turnSeq", u.received, e.seq, e.type, e.payload, e.at
    FROM unread u JOIN turn_events e ON e.org_id = $1 AND e.turn_id = u.id AND e.seq > u.received
   ORDER BY max(e.at) OVER (PARTITION BY u.id ORDER BY e.seq), u.seq, e.seq`;

/** Versions of artifacts that were written outside of turns. */
const UPDATES = `
  SELECT v.told_seq AS seq, a.id AS "artifactId", a.kind, v.version, v.turn_id AS "turnId", v.created_at AS at
    FROM artifact_versions v JOIN artifacts a ON a.org_id = v.org_id AND a.id = v.artifact_id
   WHERE v.org_id = $1 AND v.conversation_id = $2 AND v.told_seq > $3
   ORDER BY v.told_seq LIMIT ${UPDATES_AT_ONCE}`;

/** The events of a conversation that a reader has not received yet. */
@Injectable()
export class ConversationEventsReadModel {
  constructor(private readonly database: Database) {}

  /** Reads the events and updates after `place`, and the last live text. */
  read(
    orgId: string,
    conversationId: string,
    place: ReadPosition,
  ): Promise<{
    events: UnreadEvent[];
    updates: UnreadUpdate[];
    live: LiveText | undefined;
  }> {
    const marked = [conversationId, place.floor, jsonbText(place.marks), finalEventTypes];
    return this.database.forOrgAtOnce(orgId, async (tx) => {
      const [events, updates, live] = await Promise.all([
        tx.query<UnreadEvent>(UNREAD, marked),
        tx.query<UnreadUpdate>(UPDATES, [conversationId, place.update]),
        lookLive(tx, conversationId),
      ]);
      return { events, updates, live };
    });
  }
}
