// DBOS: the turn is a workflow of steps, the message its input and the reply its output. DBOS has no conversations; with
// PEER_CONVERSATION=1 the program stores one in its own table, in two more steps.
import process from 'node:process';
import { DBOS } from '@dbos-inc/dbos-sdk';
import OpenAI from 'openai';
import pg from 'pg';
import { z } from 'zod';
import { INSTRUCTIONS, SEARCH, searchProperties, servePeer } from './peer.mjs';

const MAX_ROUNDS = 5;
const HISTORY_MESSAGES = 20;
const keepsConversation = process.env.PEER_CONVERSATION === '1';
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

await servePeer(async ({ databaseUrl, modelUrl, poolSize, executor }) => {
  const openai = new OpenAI({ apiKey: 'bench', baseURL: modelUrl });
  // One pool for both, with the same number of connections as other peers.
  const pool = new pg.Pool({ connectionString: databaseUrl, max: poolSize });
  if (keepsConversation)
    await pool.query(
      `CREATE TABLE IF NOT EXISTS conversation_messages (
         id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, conversation text NOT NULL, turn text NOT NULL,
         role text NOT NULL, content text NOT NULL, UNIQUE (conversation, turn, role))`,
    );

  const addMessage = (conversation, turn, role, content) =>
    pool.query(
      `INSERT INTO conversation_messages (conversation, turn, role, content) VALUES ($1, $2, $3, $4)
         ON CONFLICT DO NOTHING`,
      [conversation, turn, role, content],
    );

  async function readHistory(conversation, turn, text) {
    await addMessage(conversation, turn, 'user', text);
    const { rows } = await pool.query(
      `SELECT role, content FROM conversation_messages WHERE conversation = $1 ORDER BY id DESC LIMIT $2`,
      [conversation, HISTORY_MESSAGES],
    );
    return rows.reverse();
  }

  async function callModel(messages) {
    const { choices } = await openai.chat.completions.create({
      model: 'gpt-4o-mini',
      messages,
      tools: TOOLS,
    });
    return choices[0].message;
  }

  async function answer(conversation, text) {
    const turn = DBOS.workflowID;
    const history = keepsConversation
      ? await DBOS.runStep(() => readHistory(conversation, turn, text), { name: 'history' })
      : [{ role: 'user', content: text }];
    const messages = [{ role: 'system', content: INSTRUCTIONS }, ...history];
    for (let round = 0; round < MAX_ROUNDS; round += 1) {
      const message = await DBOS.runStep(() => callModel(messages), { name: 'model' });
      messages.push(message);
      if (!message.tool_calls?.length) {
        if (keepsConversation)
          await DBOS.runStep(
            () => addMessage(conversation, turn, 'assistant', message.content).then(() => null),
            {
              name: 'reply',
            },
          );
        return message.content;
      }
      for (const call of message.tool_calls) {
        const run = async () => searchProperties(JSON.parse(call.function.arguments));
        const result = await DBOS.runStep(run, { name: call.function.name });
        messages.push({ role: 'tool', tool_call_id: call.id, content: JSON.stringify(result) });
      }
    }
    throw new Error('No answer after the last round');
  }

  const turnWorkflow = DBOS.registerWorkflow(answer, { name: 'turn' });
  DBOS.setConfig({
    name: 'bench',
    systemDatabaseUrl: databaseUrl,
    systemDatabasePool: pool,
    executorID: executor,
    applicationVersion: '1',
    logLevel: 'error',
  });
  await DBOS.launch();
  return {
    runTurn: (conversation, text) => turnWorkflow(conversation, text),
    storedTurns: async () => {
      const { rows } = await pool.query(
        `SELECT count(*)::int AS turns FROM dbos.workflow_status WHERE name = 'turn' AND status = 'SUCCESS'`,
      );
      return rows[0].turns;
    },
  };
});
