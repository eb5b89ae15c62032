// The floor: the turn by hand in a bare BullMQ processor. One job per turn; the message, the history and the reply are one
// statement each. No step of the turn is stored: a job of a process that died starts again.
import { randomUUID } from 'node:crypto';
import process from 'node:process';
import { Queue, Worker } from 'bullmq';
import { Redis } from 'ioredis';
import pg from 'pg';
import { createAgent, openConversations } from './agent.mjs';
import { servePeer } from './peer.mjs';

// A queue per process: the end of a turn is then known without messages between processes.
const QUEUE = 'turns';
const prefix = `turnpike-bench-${process.pid}`;

await servePeer(async ({ databaseUrl, redisUrl, modelUrl, poolSize, concurrency }) => {
  const pool = new pg.Pool({ connectionString: databaseUrl, max: poolSize });
  const conversations = await openConversations(pool);
  const answer = createAgent(modelUrl);
  const connection = new Redis(redisUrl, { maxRetriesPerRequest: null });
  const queue = new Queue(QUEUE, { connection, prefix, defaultJobOptions: { removeOnComplete: true } });
  const running = new Map();

  async function run({ data: { conversation, turn } }) {
    const reply = await answer(await conversations.history(conversation));
    await conversations.add(conversation, turn, 'assistant', reply);
    running.get(turn).reply = reply;
  }

  const worker = new Worker(QUEUE, run, { connection, prefix, concurrency });
  worker.on('completed', ({ data: { turn } }) => {
    const { resolve, reply } = running.get(turn);
    running.delete(turn);
    resolve(reply);
  });
  worker.on('failed', ({ data: { turn } }, error) => running.get(turn).reject(error));
  await worker.waitUntilReady();
  return {
    runTurn: async (conversation, text) => {
      const turn = randomUUID();
      const ended = Promise.withResolvers();
      running.set(turn, ended);
      await conversations.add(conversation, turn, 'user', text);
      await queue.add('turn', { conversation, turn });
      return ended.promise;
    },
    storedTurns: conversations.countReplies,
    close: async () => {
      await worker.close();
      await queue.obliterate({ force: true });
    },
  };
});
