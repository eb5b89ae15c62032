// DBOS: the turn is a workflow of steps, the message its input and the reply its output. DBOS has no conversations; with
// PEER_CONVERSATION=1 the program stores one in its own table, in two more steps.
import process from 'node:process';
import { DBOS } from '@dbos-inc/dbos-sdk';
import pg from 'pg';
import { createAgent, openConversations } from './agent.mjs';
import { servePeer } from './peer.mjs';

const keepsConversation = process.env.PEER_CONVERSATION === '1';

await servePeer(async ({ databaseUrl, modelUrl, poolSize, executor }) => {
  // One pool for both, with the same number of connections as other peers.
  const pool = new pg.Pool({ connectionString: databaseUrl, max: poolSize });
  const conversations = keepsConversation ? await openConversations(pool) : undefined;
  const answer = createAgent(modelUrl, (run, options) => DBOS.runStep(run, options));

  async function readHistory(conversation, turn, text) {
    await conversations.add(conversation, turn, 'user', text);
    return conversations.history(conversation);
  }

  async function runTurn(conversation, text) {
    if (!conversations) return answer([{ role: 'user', content: text }]);
    const turn = DBOS.workflowID;
    const history = await DBOS.runStep(() => readHistory(conversation, turn, text), { name: 'history' });
    const reply = await answer(history);
    const store = () => conversations.add(conversation, turn, 'assistant', reply).then(() => null);
    await DBOS.runStep(store, { name: 'reply' });
    return reply;
  }

  const turnWorkflow = DBOS.registerWorkflow(runTurn, { name: 'turn' });
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
