// Code shared by the programs of all peers: the agent of the benchmark, and the loop that runs turns on request.
import { performance } from 'node:perf_hooks';
import process from 'node:process';
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { z } from 'zod';

export const INSTRUCTIONS =
  'You are the sales agent of an estate agency. Search the properties before you answer, and name what you found.';

export const SEARCH = {
  name: 'search_properties',
  description: 'Searches the properties on the market by district, type, price and bedrooms.',
  parameters: z.object({
    district: z.string(),
    propertyType: z.string(),
    maxPrice: z.number(),
    limit: z.number(),
  }),
};

const FOUND = Array.from({ length: 5 }, (_, index) => ({
  id: `prop-${String(index + 1).padStart(4, '0')}`,
  district: 'Paphos',
  propertyType: 'Apartment',
  price: 142_000 + index * 11_000,
  bedrooms: 2,
}));

/** The tool answers from memory, so that the measured time is the peer's own work. */
export function searchProperties({ limit }) {
  return FOUND.slice(0, limit);
}

/** The final reply of the model server. */
export const EXPECTED_REPLY = 'There are several apartments in Paphos under 200,000 EUR.';
const MESSAGES_PER_CONVERSATION = 5;

/** The peers use the same class, because they are installed with a single `pg`. */
let statements = 0;
const query = Object.getOwnPropertyDescriptor(pg.Client.prototype, 'query').value;
pg.Client.prototype.query = function countedQuery(...args) {
  statements += 1;
  return query.apply(this, args);
};

/**
 * Runs a peer as a child process of the benchmark: opens it, then runs the turns that messages request.
 *
 * @param open receives `{ databaseUrl, redisUrl, modelUrl, poolSize, executor, concurrency }` and returns
 * `runTurn(conversation, text)`, which resolves to the reply; if it stores turns, `storedTurns()`, which counts the finished
 * ones in the database; and, if the process leaves something behind elsewhere, `close()`.
 */
export async function servePeer(open) {
  const peer = await open({
    databaseUrl: process.env.PEER_DATABASE_URL,
    redisUrl: process.env.PEER_REDIS_URL,
    modelUrl: process.env.PEER_MODEL_URL,
    poolSize: Number(process.env.PEER_POOL_SIZE),
    executor: process.env.PEER_EXECUTOR,
    concurrency: Number(process.env.PEER_CONCURRENCY),
  });
  process.on('message', (request) => {
    const answer = async () =>
      request.kind === 'stored' ? ((await peer.storedTurns?.()) ?? null) : runTurns(peer.runTurn, request);
    answer().then(
      (figures) => process.send({ figures }),
      (error) => process.send({ error: error?.stack ?? String(error) }),
    );
  });
  process.once('disconnect', () => {
    void Promise.resolve(peer.close?.()).finally(() => process.exit(0));
  });
  process.send({ figures: 'ready' });
}

async function runTurns(runTurn, { label, turns, concurrency, ratePerS }) {
  const latencyMs = [];
  const runOne = async (conversation, index) => {
    const startedAt = performance.now();
    const reply = await runTurn(conversation, `Apartments in Paphos under 200k (${index})`);
    latencyMs.push(performance.now() - startedAt);
    if (reply !== EXPECTED_REPLY) throw new Error(`The reply was ${JSON.stringify(reply)}`);
  };
  const statementsBefore = statements;
  if (ratePerS === null) await fromSenders(label, turns, concurrency, runOne);
  else await atRate(label, turns, ratePerS, runOne);
  return { latencyMs, statements: statements - statementsBefore };
}

/** Each sender has one turn at a time, and starts a new conversation after five turns. */
async function fromSenders(label, turns, concurrency, runOne) {
  let next = 0;
  await Promise.all(
    Array.from({ length: Math.min(concurrency, turns) }, async (_, sender) => {
      for (let sent = 0; next < turns; sent += 1) {
        const index = next;
        next += 1;
        await runOne(`${label}-${sender}-${Math.floor(sent / MESSAGES_PER_CONVERSATION)}`, index);
      }
    }),
  );
}

/** An open loop: a slow turn does not delay the next one. */
async function atRate(label, turns, perS, runOne) {
  const startedAt = performance.now();
  const running = [];
  for (let index = 0; index < turns; index += 1) {
    const dueMs = (index / perS) * 1_000 - (performance.now() - startedAt);
    if (dueMs > 0) await delay(dueMs);
    running.push(runOne(`${label}-${index}`, index));
  }
  await Promise.all(running);
}
