// The agent by hand, for peers that bring none: the loop of model and tool calls, and a table of conversations.
import OpenAI from 'openai';
import { z } from 'zod';
import { INSTRUCTIONS, SEARCH, searchProperties } from './peer.mjs';

const MAX_ROUNDS = 5;
const HISTORY_MESSAGES = 20;
const TOOLS = [
  {
    type: 'function',
    function: {
      name: SEARCH.name,
      description: SEARCH.description,
      parameters: z.toJSONSchema(SEARCH.parameters),
    },
  },
];

/**
 * @returns a function that resolves to the reply to `history`; each model and tool call runs in `step(run, { name })`.
 */
export function createAgent(modelUrl, step = (run) => run()) {
  const openai = new OpenAI({ apiKey: 'bench', baseURL: modelUrl });

  async function callModel(messages) {
    const { choices } = await openai.chat.completions.create({
      model: 'gpt-4o-mini',
      messages,
      tools: TOOLS,
    });
    return choices[0].message;
  }

  return async (history) => {
    const messages = [{ role: 'system', content: INSTRUCTIONS }, ...history];
    for (let round = 0; round < MAX_ROUNDS; round += 1) {
      const message = await step(() => callModel(messages), { name: 'model' });
      messages.push(message);
      if (!message.tool_calls?.length) return message.content;
      for (const call of message.tool_calls) {
        const run = async () => searchProperties(JSON.parse(call.function.arguments));
        const result = await step(run, { name: call.function.name });
        messages.push({ role: 'tool', tool_call_id: call.id, content: JSON.stringify(result) });
      }
    }
    throw new Error('No answer after the last round');
  };
}

/** Conversations in a table. Storing the message of a turn again has no effect. */
export async function openConversations(pool) {
  await pool.query(
    `CREATE TABLE IF NOT EXISTS conversation_messages (
       id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, conversation text NOT NULL, turn text NOT NULL,
       role text NOT NULL, content text NOT NULL, UNIQUE (conversation, turn, role))`,
  );
  return {
    add: async (conversation, turn, role, content) => {
      await pool.query(
        `INSERT INTO conversation_messages (conversation, turn, role, content) VALUES ($1, $2, $3, $4)
           ON CONFLICT DO NOTHING`,
        [conversation, turn, role, content],
      );
    },
    history: async (conversation) => {
      const { rows } = await pool.query(
        `SELECT role, content FROM conversation_messages WHERE conversation = $1 ORDER BY id DESC LIMIT $2`,
        [conversation, HISTORY_MESSAGES],
      );
      return rows.reverse();
    },
    countReplies: async () => {
      const { rows } = await pool.query(
        `SELECT count(*)::int AS turns FROM conversation_messages WHERE role = 'assistant'`,
      );
      return rows[0].turns;
    },
  };
}
