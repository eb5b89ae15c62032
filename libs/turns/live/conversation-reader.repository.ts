import type { OrgTransaction, PlatformTransaction } from '#database';
import { jsonbText, REPLACEMENT } from '#text';
import type { TurnRow } from '../run/claimed-turn.ts';
import { stateOf } from '../turn-state.ts';

/** A look counts for this long. Event streams look at least every third of it. */
const READ_FOR_MS = 15_000;

const CONVERSATION = `coalesce((SELECT conversation_id FROM turns WHERE org_id = $1 AND id = $2), $2)`;
const after = (ms: number) => `clock_timestamp() + interval '${ms} ms'`;
/** The last character of a text may be half of one whose rest comes with the next piece. */
const LOOK = `
  WITH marked AS (
    INSERT INTO conversation_readers AS known (org_id, conversation_id, read_until)
    SELECT $1, ${CONVERSATION}, ${after(READ_FOR_MS)} WHERE NOT EXISTS (
      SELECT 1 FROM conversation_readers
       WHERE org_id = $1 AND conversation_id = ${CONVERSATION} AND read_until > ${after((READ_FOR_MS * 2) / 3)})
    ON CONFLICT (org_id, conversation_id) DO UPDATE SET read_until = excluded.read_until)
  SELECT t.id AS "turnId", t.seq AS "turnSeq", reader.event_seq AS seq, clock_timestamp() AS at,
         rtrim(reader.text, '${REPLACEMENT}') AS text
    FROM conversation_readers reader JOIN turns t ON t.org_id = $1 AND t.id = reader.turn_id
   WHERE reader.org_id = $1 AND reader.conversation_id = ${CONVERSATION}`;

const SAY = `
  UPDATE conversation_readers reader SET turn_id = turns.id, event_seq = said.seq, text = said.text
    FROM jsonb_to_recordset($2::jsonb) AS said(id uuid, "leaseToken" uuid, seq int, text text)
    JOIN turns ON turns.id = said.id AND turns.lease_token = said."leaseToken"
   WHERE reader.org_id = $1 AND turns.org_id = $1 AND reader.conversation_id = turns.conversation_id
     AND ${stateOf('turns')} = 'running'`;

/** The text of a run since its last event, which has the number `seq`. */
export type SaidText = { seq: number; text: string };

/** The text so far of the turn that runs in a conversation, or ran last. */
export type LiveText = SaidText & { turnId: string; turnSeq: number; at: Date };

/** SQL condition: somebody reads the conversation of the turn `turn` live. */
export const isRead = (turn: string) => `EXISTS (
  SELECT 1 FROM conversation_readers reader
   WHERE reader.org_id = $1 AND reader.conversation_id = ${turn}.conversation_id AND reader.read_until > clock_timestamp())`;

/** Replaces the texts so far of turns under their leases. A text that nobody reads is dropped. */
export async function say(
  tx: OrgTransaction,
  texts: readonly (SaidText & Pick<TurnRow, 'id' | 'leaseToken'>)[],
): Promise<void> {
  await tx.execute(SAY, [jsonbText(texts)]);
}

/** Reads the live text, and notes that somebody reads. @param id the conversation or one of its turns. */
export function lookLive(tx: OrgTransaction, id: string): Promise<LiveText | undefined> {
  return tx.first<LiveText>(LOOK, [id]);
}

/** Removes the conversations that nobody reads any more, with their texts. */
export async function removeReaders(tx: PlatformTransaction): Promise<void> {
  await tx.execute('DELETE FROM conversation_readers WHERE read_until < clock_timestamp()');
}
