// Mastra: an agent with memory in PostgreSQL, whose conversations are threads. With PEER_DURABLE=1 the agent is durable:
// its loop is a workflow with snapshots in PostgreSQL.
import process from 'node:process';
import { Mastra } from '@mastra/core';
import { Agent } from '@mastra/core/agent';
import { createTool } from '@mastra/core/tools';
import { Memory } from '@mastra/memory';
import { PostgresStore } from '@mastra/pg';
import pg from 'pg';
import { EXPECTED_REPLY, INSTRUCTIONS, SEARCH, searchProperties, servePeer } from './peer.mjs';

const HISTORY_MESSAGES = 20;
const durable = process.env.PEER_DURABLE === '1';

await servePeer(async ({ databaseUrl, modelUrl, poolSize }) => {
  const pool = new pg.Pool({ connectionString: databaseUrl, max: poolSize });
  const storage = new PostgresStore({ id: 'bench', pool });
  await storage.init();
  const mastra = new Mastra({
    storage,
    logger: false,
    // Required to resume a durable agent after its process died.
    ...(durable ? { recovery: { durableAgents: 'auto' } } : {}),
    agents: {
      seller: new Agent({
        id: 'seller',
        name: 'Seller',
        instructions: INSTRUCTIONS,
        model: { id: 'openai/gpt-4o-mini', url: modelUrl, apiKey: 'bench' },
        tools: {
          [SEARCH.name]: createTool({
            id: SEARCH.name,
            description: SEARCH.description,
            inputSchema: SEARCH.parameters,
            execute: async (input) => searchProperties(input),
          }),
        },
        memory: new Memory({ options: { lastMessages: HISTORY_MESSAGES } }),
        ...(durable ? { durable: true } : {}),
      }),
    },
  });
  const agent = mastra.getAgent('seller');
  return {
    runTurn: async (conversation, text) => {
      const options = { memory: { thread: conversation, resource: 'visitor' } };
      if (!durable) return (await agent.generate(text, options)).text;
      const { output, cleanup } = await agent.stream(text, options);
      const reply = await output.text;
      cleanup();
      return reply;
    },
    storedTurns: async () => {
      const { rows } = await pool.query(
        `SELECT count(*)::int AS turns FROM mastra_messages WHERE role = 'assistant' AND content LIKE $1`,
        [`%${EXPECTED_REPLY}%`],
      );
      return rows[0].turns;
    },
  };
});
