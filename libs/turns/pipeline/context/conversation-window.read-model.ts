import { KNOWLEDGE_ORDER, MAX_LOADED_FACTS, MAY_BE_IN_PROMPT } from '#memory';
import { CONVERSATION_SUMMARY } from '#tools';
import type { StoredAttachment } from '../../message.entity.ts';
import type { RecordedToolCall } from '../recorded-calls.ts';
import type { ContextSources } from './context-sources.ts';

/** Number of earlier tool calls that the model gets. */
const EARLIER_CALLS = 5;

/** SQL expressions of a turn's conversation, its place in it, and the number of messages to read. */
interface TurnSql {
  conversation: string;
  seq: string;
  limit: string;
}

const conversationOf = ({ conversation, seq }: TurnSql) => `
  SELECT c.agent, c.recent_tools AS "recentTools", c.tools_allowed AS "toolsAllowed", c.tools_denied AS "toolsDenied",
         (SELECT count(*)::int FROM messages m
           WHERE m.org_id = $1 AND m.conversation_id = ${conversation} AND m.turn_seq > c.summarized_turns AND m.turn_seq <= ${seq}
             AND m.role IN ('user', 'assistant')) AS unsummarized, c.summarized_turns AS "summarizedTurns",
         (SELECT jsonb_build_object('version', v.version, 'content', v.content, 'parts', v.content_json)
            FROM artifacts a
            JOIN artifact_versions v ON v.org_id = $1 AND v.artifact_id = a.id AND v.version = a.current_version
           WHERE a.org_id = $1 AND a.conversation_id = ${conversation} AND a.kind = '${CONVERSATION_SUMMARY}') AS summary,
         (SELECT coalesce(jsonb_agg(jsonb_build_object('kind', a.kind, 'version', a.current_version)
                            ORDER BY a.updated_at DESC, a.kind), '[]')
            FROM artifacts a
           WHERE a.org_id = $1 AND a.conversation_id = ${conversation} AND a.kind <> '${CONVERSATION_SUMMARY}') AS artifacts,
         EXISTS (SELECT 1 FROM insights i WHERE i.org_id = $1 AND i.contact_id = c.contact_id
                    AND i.superseded_by_id IS NULL) AS "hasInsights",
         (SELECT json_build_object('count', (SELECT count(*) FROM knowledge_facts k WHERE k.org_id = $1), 'facts',
                   ARRAY(SELECT json_build_object('id', k.id, 'title', k.title, 'text', k.text, 'source', k.source,
                                  'tokens', k.tokens)
                           FROM knowledge_facts k WHERE k.org_id = $1 AND ${MAY_BE_IN_PROMPT}
                          ORDER BY ${KNOWLEDGE_ORDER} LIMIT ${MAX_LOADED_FACTS}))) AS knowledge,
         (SELECT coalesce(jsonb_agg(jsonb_build_object('kind', s.kind, 'location', s.location,
                            'state', s.analysis_state, 'analysis', s.analysis) ORDER BY s.kind), '[]')
            FROM shared_contexts s WHERE s.org_id = $1 AND s.conversation_id = ${conversation}) AS shared
    FROM conversations c WHERE c.org_id = $1 AND c.id = ${conversation}`;
const windowOf = ({ conversation, seq, limit }: TurnSql) => `
  SELECT m.id, m.role, m.text, m.turn_seq AS "turnSeq", m.attachments, attached.files AS attached
    FROM messages m
   CROSS JOIN LATERAL (
         SELECT coalesce(jsonb_agg(jsonb_build_object('name', f.name, 'mediaType', f.media_type, 'url', a.item->>'url')
                  ORDER BY a.place), '[]') AS files
           FROM jsonb_array_elements(m.attachments) WITH ORDINALITY AS a(item, place)
           LEFT JOIN files f ON f.org_id = $1 AND f.id = (a.item->>'fileId')::uuid) attached
   WHERE m.org_id = $1 AND m.conversation_id = ${conversation} AND m.turn_seq <= ${seq} AND m.role IN ('user', 'assistant')
   ORDER BY m.turn_seq DESC, m.seq DESC LIMIT ${limit}`;
/** Round and index in `tool:1:0`. Calls of one round run concurrently and finish in any order. */
const numberInKey = (part: 2 | 3) => `nullif(split_part(s.key, ':', ${part}), '')::int`;
const earlierCallsOf = ({ conversation, seq }: TurnSql) => `
  SELECT t.seq AS "turnSeq", s.outcome FROM turn_steps s
    JOIN turns t ON t.org_id = s.org_id AND t.id = s.turn_id
   WHERE t.org_id = $1 AND t.conversation_id = ${conversation} AND t.seq < ${seq} AND t.seq >= ${seq} - ${EARLIER_CALLS} AND s.key LIKE 'tool:%'
   ORDER BY t.seq DESC, ${numberInKey(2)} DESC, ${numberInKey(3)} DESC LIMIT ${EARLIER_CALLS}`;

const previousDecisionOf = ({ conversation, seq }: TurnSql) => `
  SELECT d.agent, d.scope_hash AS "scopeHash", d.ranker_version AS "rankerVersion", d.tools_brokered AS brokered,
         d.tools_offered AS offered, d.tokens_offered AS "tokensOffered", t.model, t.finished_at AS "finishedAt"
    FROM turns t JOIN broker_decisions d ON d.org_id = t.org_id AND d.turn_id = t.id
   WHERE t.org_id = $1 AND t.conversation_id = ${conversation} AND t.seq < ${seq}
   ORDER BY t.seq DESC LIMIT 1`;

const oneOf = (rows: string) => `(SELECT to_json(x) FROM (${rows}) x)`;
const allOf = (rows: string) => `(SELECT coalesce(json_agg(x), '[]') FROM (${rows}) x)`;
/**
 * SQL of the conversation of a turn as one JSON value, a {@link LoadedConversation}: the last `limit` messages including its own, and
 * the latest tool calls before it, newest first. `$1` is the org.
 */
export const conversationWindow = (turn: TurnSql): string => `(
  SELECT to_json(loaded) FROM (
    SELECT ${oneOf(conversationOf(turn))} AS conversation, ${allOf(windowOf(turn))} AS rows,
           CASE WHEN ${turn.seq} > 1 THEN ${allOf(earlierCallsOf(turn))} ELSE '[]' END AS calls,
           CASE WHEN ${turn.seq} > 1 THEN ${oneOf(previousDecisionOf(turn))} END AS "previousDecision") loaded)`;

export interface PreviousDecision {
  agent: string;
  scopeHash: string;
  rankerVersion: number | null;
  brokered: string[] | null;
  offered: string[];
  tokensOffered: number;
  /** The model that answered; null if no model was called. */
  model: string | null;
  /** ISO 8601. */
  finishedAt: string | null;
}

/** An attachment of an earlier message. Name and type are null if the file was never fetched or no longer exists. */
export interface AttachedFile {
  name: string | null;
  mediaType: string | null;
  url: string | null;
}

export interface WindowMessage {
  role: 'user' | 'assistant';
  text: string;
  turnSeq: number;
  attached: AttachedFile[];
}

interface ConversationRow extends ContextSources {
  agent: string | null;
  recentTools: string[];
  toolsAllowed: string[] | null;
  toolsDenied: string[];
  /** Number of messages, including the turn's own, that no summary covers. */
  unsummarized: number;
  summarizedTurns: number;
}

interface WindowRow extends WindowMessage {
  id: string;
  attachments: StoredAttachment[];
}

export interface LoadedConversation {
  conversation: ConversationRow | null;
  rows: WindowRow[];
  calls: { turnSeq: number; outcome: RecordedToolCall }[];
  previousDecision: PreviousDecision | null;
}
