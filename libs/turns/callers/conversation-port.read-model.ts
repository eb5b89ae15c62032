import type { Database } from '#database';
import { countTextTokens } from '#models';
import type { ConversationMessage, ConversationPort, ConversationResult } from '#pack-kit';

/** Messages of earlier turns; a call outside of turns sees all messages. */
const BEFORE_TURN = `
  SELECT role, text, created_at AS at FROM messages
   WHERE org_id = $1 AND conversation_id = $2 AND role IN ('user', 'assistant')
     AND turn_seq < coalesce((SELECT seq FROM turns WHERE org_id = $1 AND id = $3), 2147483647)
   ORDER BY turn_seq DESC, seq DESC LIMIT $4`;

const MAX_TURNS = 5;
/** Includes finished calls of the calling turn, but not those that still run beside it. */
const RESULTS = `
  SELECT tool, arguments, coalesce(whole_result, result) -> 'data' AS data, coalesce(turn_id = $3, false) AS "ofTurn"
    FROM tool_calls
   WHERE org_id = $1 AND success AND tool = ANY($4)
     AND turn_id IN (SELECT id FROM turns WHERE org_id = $1 AND conversation_id = $2 ORDER BY seq DESC LIMIT ${MAX_TURNS})
   ORDER BY created_at DESC, id DESC LIMIT $5`;

/** The port through which tools read the conversation. */
export function conversationPort(
  database: Database,
  { orgId, conversationId, turnId }: { orgId: string; conversationId: string; turnId: string | undefined },
): ConversationPort {
  return {
    messages: async ({ most, maxTokens }) => {
      const newestFirst = await database.forOrgAtOnce(orgId, (tx) =>
        tx.query<ConversationMessage>(BEFORE_TURN, [conversationId, turnId ?? null, most]),
      );
      return (await within(newestFirst, maxTokens)).toReversed();
    },
    results: ({ tools, most }) =>
      database.forOrgAtOnce(orgId, (tx) =>
        tx.query<ConversationResult>(RESULTS, [conversationId, turnId ?? null, tools, most]),
      ),
  };
}

/** As many of the newest messages as fit, and at least one. */
async function within(messages: ConversationMessage[], maxTokens: number): Promise<ConversationMessage[]> {
  let tokens = 0;
  for (const [index, { text }] of messages.entries()) {
    tokens += await countTextTokens(text);
    if (tokens > maxTokens && index > 0) return messages.slice(0, index);
  }
  return messages;
}
