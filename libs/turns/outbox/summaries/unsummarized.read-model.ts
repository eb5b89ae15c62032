import type { OrgTransaction } from '#database';
import { CONVERSATION_SUMMARY } from '#tools';

/** Maximum length that is read of one message: a summary needs no more of a pasted text. */
const MAX_MESSAGE_CHARACTERS = 6_000;
/** The next run reads more. */
const MAX_MESSAGES = 200;

export interface ConversationToSummarize {
  pack: string;
  contactId: string;
  channel: string;
  agent: string | null;
  /** Position of the last turn that the summary covers. */
  covered: number;
  /** A later reply to one of those turns is not in the summary (ISO 8601). */
  coveredAt: string;
  /** Number of messages that the current summary covers. */
  summarized: number;
  /** Version of the current summary; null if there is none. */
  version: number | null;
  /** Its stored content. */
  parts: Record<string, unknown> | null;
}

export interface ConversationMessage {
  id: string;
  turnSeq: number;
  author: 'contact' | 'staff' | 'agent';
  text: string;
}

interface UnsummarizedRow extends ConversationToSummarize {
  messages: ConversationMessage[];
  artifacts: { kind: string; version: number }[];
}

/**
 * Reads a conversation with its current summary, its artifacts, and the messages since, oldest first, in one statement, so
 * that everything is of one moment. Turns that run or wait, and those behind them, are left for the next summary, so that
 * their replies follow their questions. A late reply of a turn that waited for a person is included when it exists; a
 * reply that is being made counts from the start of its turn.
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

/** Reads everything that a summary is made from, except the contents of artifacts. @returns undefined if the org has no such conversation. */
export async function readUnsummarized(tx: OrgTransaction, conversationId: string, now: Date) {
  const [row] = await tx.query<UnsummarizedRow>(UNSUMMARIZED, [conversationId, now]);
  if (!row) return undefined;
  const { messages, artifacts, ...conversation } = row;
  return { conversation, messages: wholeTurns(messages), artifacts };
}

/** Drops the last turn if the limit may have cut it in two. */
function wholeTurns(messages: ConversationMessage[]): ConversationMessage[] {
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
