// LangGraph.js: an agent of `langchain` with the PostgreSQL checkpointer. A conversation is a thread, and each step of the
// graph ends with a checkpoint. PEER_DURABILITY=sync stores it before the next step begins, async (LangGraph's default)
// during the next step.
import process from 'node:process';
import { PostgresSaver } from '@langchain/langgraph-checkpoint-postgres';
import { ChatOpenAI } from '@langchain/openai';
import { createAgent, tool } from 'langchain';
import pg from 'pg';
import { INSTRUCTIONS, SEARCH, searchProperties, servePeer } from './peer.mjs';

await servePeer(async ({ databaseUrl, modelUrl, poolSize }) => {
  const pool = new pg.Pool({ connectionString: databaseUrl, max: poolSize });
  const checkpointer = new PostgresSaver(pool);
  await checkpointer.setup();
  const agent = createAgent({
    model: new ChatOpenAI({ model: 'gpt-4o-mini', apiKey: 'bench', configuration: { baseURL: modelUrl } }),
    systemPrompt: INSTRUCTIONS,
    tools: [
      tool((input) => JSON.stringify(searchProperties(input)), {
        name: SEARCH.name,
        description: SEARCH.description,
        schema: SEARCH.parameters,
      }),
    ],
    checkpointer,
  });
  return {
    runTurn: async (conversation, text) => {
      const state = await agent.invoke(
        { messages: [{ role: 'user', content: text }] },
        { configurable: { thread_id: conversation }, durability: process.env.PEER_DURABILITY },
      );
      return state.messages.at(-1).content;
    },
    storedTurns: async () => {
      const { rows } = await pool.query(
        `SELECT count(*)::int AS turns FROM checkpoints WHERE metadata->>'source' = 'input'`,
      );
      return rows[0].turns;
    },
  };
});
