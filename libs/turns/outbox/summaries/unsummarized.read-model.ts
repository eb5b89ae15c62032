import type { OrgTransaction } from '#database';
import { CONVERSATION_SUMMARY } from '#tools';

/** Of one message so much is read: a summary needs no more of a text that somebody has pasted. */
const MAX_MESSAGE_CHARACTERS = 6_000;
/** More come with the next run. */
const MAX_MESSAGES = 200;

export interface ConversationToSummarize {
  pack: string;
  contactId: string;
  channel: string;
  agent: string | null;
  /** Place of the last turn that the summary covers. */
  covered: number;
  /** A reply to one of those turns that is of a later moment is not in it (ISO 8601). */
  coveredAt: string;
  /** So many messages the current summary covers. */
  summarized: number;
  /** Of the current summary; null where there is none. */
  version: number | null;
  /** What stands in it, as it was stored. */
  parts: Record<string, unknown> | null;
}

export interface SpokenMessage {
  id: string;
  turnSeq: number;
  author: 'contact' | 'staff' | 'agent';
  text: string;
}

interface UnsummarizedRow extends ConversationToSummarize {
  messages: SpokenMessage[];
  artifacts: { kind: string; version: number }[];
}

/**
 * Where a conversation stands with its current summary, its artifacts, and what was said since, oldest first: one
 * statement, so that all of it is of one moment. Turns that run or wait in the queue, and those behind them, are left for
 * the next time: their replies are to stand behind their questions. A reply that came late, of a turn that waited for a
 * person, is taken in when it is there; one that is being made counts from the start of its turn.
 */
const UNSUMMARIZED = `
  WITH made AS (
    SELECT c.pack, c.contact_id, c.channel, c.agent, c.summarized_turns AS covered, v.version, v.content_json AS parts,
           coalesce((v.content_json->>'coveredAt')::timestamptz, a.updated_at, 'infinity') AS at,
           coalesce((SELECT min(t.seq) FROM turns t
             WHERE t.org_id = $1 AND t.conversation_id = $2 AND t.seq > c.summarized_turns
               AND t.state IN ('queued', 'running')), 2147483647) AS open,
           least($3::timestamptz, (SELECT min(coalesce(t.started_at, t.created_at)) FROM turns t
             WHERE t.org_id = $1 AND t.conversation_id = $2 AND t.state IN ('queued', 'running'))) AS read_at
      FROM conversations c
      LEFT JOIN artifacts a ON a.org_id = c.org_id AND a.conversation_id = c.id AND a.kind = '${CONVERSATION_SUMMARY}'
      LEFT JOIN artifact_versions v ON v.org_id = a.org_id AND v.artifact_id = a.id AND v.version = a.current_version
     WHERE c.org_id = $1 AND c.id = $2
  )
  SELECT made.pack, made.contact_id AS "contactId", made.channel, made.agent, made.covered, made.version, made.parts,
         to_jsonb(made.read_at) #>> '{}' AS "coveredAt",
         (SELECT count(*)::int FROM messages m
           WHERE m.org_id = $1 AND m.conversation_id = $2 AND m.role IN ('user', 'assistant') AND m.turn_seq <= made.covered
             AND NOT (m.role = 'assistant' AND m.created_at > made.at)) AS summarized,
         (SELECT coalesce(jsonb_agg(jsonb_build_object('id', said.id, 'turnSeq', said.turn_seq, 'author', said.author,
                            'text', said.text) ORDER BY said.turn_seq, said.seq), '[]')
            FROM (SELECT m.id, m.turn_seq, m.seq, left(m.text, ${MAX_MESSAGE_CHARACTERS}) AS text,
                         CASE m.role WHEN 'assistant' THEN 'agent' ELSE m.author_kind END AS author
                    FROM messages m
                   WHERE m.org_id = $1 AND m.conversation_id = $2 AND m.role IN ('user', 'assistant')
                     AND (m.turn_seq > made.covered OR m.role = 'assistant' AND m.created_at > made.at)
                     AND m.turn_seq < made.open
                   ORDER BY m.turn_seq, m.seq LIMIT ${MAX_MESSAGES}) said) AS messages,
         (SELECT coalesce(jsonb_agg(jsonb_build_object('kind', o.kind, 'version', o.current_version) ORDER BY o.kind), '[]')
            FROM artifacts o
           WHERE o.org_id = $1 AND o.conversation_id = $2 AND o.kind <> '${CONVERSATION_SUMMARY}') AS artifacts
    FROM made`;

const CONTENTS = `
  SELECT a.kind, coalesce(to_jsonb(v.content), v.content_json) AS content
    FROM artifacts a
    JOIN artifact_versions v ON v.org_id = a.org_id AND v.artifact_id = a.id AND v.version = a.current_version
   WHERE a.org_id = $1 AND a.conversation_id = $2 AND a.kind = ANY($3)`;

/** All that a summary is made from but contents. @returns undefined when the org has no such conversation. */
export async function readUnsummarized(tx: OrgTransaction, conversationId: string, now: Date) {
  const [row] = await tx.query<UnsummarizedRow>(UNSUMMARIZED, [conversationId, now]);
  if (!row) return undefined;
  const { messages, artifacts, ...conversation } = row;
  return { conversation, messages: wholeTurns(messages), artifacts };
}

/** Where there are more messages than are read at once, the last turn may have been cut in two. */
function wholeTurns(messages: SpokenMessage[]): SpokenMessage[] {
  if (messages.length < MAX_MESSAGES) return messages;
  const last = messages.at(-1)?.turnSeq;
  return messages.filter(({ turnSeq }) => turnSeq !== last);
}

/** The contents of artifacts by their kind. */
export async function readContents(
  tx: OrgTransaction,
  conversationId: string,
  kinds: readonly string[],
): Promise<Map<string, unknown>> {
  const rows = await tx.query<{ kind: string; content: unknown }>(CONTENTS, [conversationId, kinds]);
  return new Map(rows.map(({ kind, content }) => [kind, content]));
}
