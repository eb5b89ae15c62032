// npm run bench -- turns: throughput and overhead of whole turns on one backend. See README.md beside this file.
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { AppProcess } from '../../test/harness/app-process.ts';
import { Installation, backends } from '../../test/harness/installation.ts';
import { CostMeter } from '../cost-meter.ts';
import { startModel } from '../model.ts';
import { number, oneOf, readOptions, someOf, text, whole, wholeOrNone } from '../options.ts';
import { rssOf } from '../processor-time.ts';
import { round, summarize } from '../statistics.ts';
import { writeResult } from '../result.ts';
import { serviceVersions } from '../versions.ts';
import { measureFootprint } from './footprint.ts';
import { PARTS, prepareOrgs } from './parts.ts';
import { turnEnds } from './turn-ends.ts';

/** A sender continues with a new contact after this many messages, because conversations are finite. */
const MESSAGES_PER_CONVERSATION = 5;

const { 'cpu-prof': profiles, ...settings } = readOptions('turns', {
  backend: oneOf(backends, 'redis', 'backend of the queue'),
  turns: whole(2_000, 'measured turns'),
  concurrency: whole(50, 'senders at once'),
  'warm-up': whole(20, 'turns of each sender before the measurement'),
  rounds: whole(2, 'model calls of a turn'),
  tools: whole(1, 'tool calls of a turn', { least: 0 }),
  rate: wholeOrNone('messages per second, instead of as fast as possible'),
  workers: whole(1, 'workers'),
  apis: whole(1, 'apis'),
  'model-ms': number(0, 'milliseconds until the model answers'),
  without: someOf(Object.keys(PARTS) as (keyof typeof PARTS)[], 'parts that are switched off'),
  'cpu-prof': text('FOLDER', 'folder for CPU profiles of API and worker'),
});
// In a bundle the functions of all packages are in one file.
AppProcess.bundled = profiles === undefined;

const { rounds, tools, 'model-ms': afterMs, without = [] } = settings;
const model = await startModel({ rounds, tools, afterMs });
const installation = await Installation.start({
  backend: settings.backend,
  workers: settings.workers,
  apps: Array.from({ length: settings.apis }, () => 'api' as const),
  commitsAsOnServer: true,
  env: {
    ...model.env,
    WORKER_CONCURRENCY: String(Math.ceil(settings.concurrency / settings.workers)),
    ...(profiles && { NODE_OPTIONS: `--cpu-prof --cpu-prof-dir=${path.resolve(profiles)}` }),
  },
});
const meter = await CostMeter.open(installation.database.url, installation.settings.REDIS_URL);
const { database } = meter;
const ended = turnEnds(database, 'demo');
/** Time at which each turn's message was sent, in milliseconds since 1970. */
const sentAt = new Map<string, number>();
const processes = {
  api: installation.processes('api').map(({ pid }) => pid),
  workers: installation.workers.map(({ pid }) => pid),
};
let measured: Awaited<ReturnType<typeof measure>>;
try {
  measured = await measure();
} finally {
  await meter.close();
  await installation.stop();
  model.stop();
}
writeResult('turns', settings, measured.figures, measured.services);

async function measure() {
  await prepareOrgs(database, without);
  // Settings and flags of the org are cached for 2 s.
  await delay(2_500);
  await runTurns(settings.concurrency * settings['warm-up'], 'warm');
  const statementsBefore = await statements();
  const { result, costs } = await meter.perTurn(
    settings.turns,
    { ...processes, modelServer: [model.pid], senders: [process.pid] },
    async () => {
      const startedAt = performance.now();
      const acceptMs = await runTurns(settings.turns, 'bench');
      return { acceptMs, tookMs: performance.now() - startedAt };
    },
  );
  const { acceptMs, tookMs } = result;
  const turns = await readTurns();
  const ofTurns = (value: (turn: MeasuredTurn) => number) => summarize(turns.map(value), [50, 95, 99]);
  const figures = {
    turnsPerSecond: round((settings.turns / tookMs) * 1_000),
    overheadMs: ofTurns((turn) => turn.overheadMs),
    acceptMs: summarize(acceptMs, [50, 99]),
    turnMs: ofTurns((turn) => turn.finishedAt.getTime() - (sentAt.get(turn.id) ?? 0)),
    queueWaitMs: ofTurns((turn) => turn.queueWaitMs),
    cpuMsPerTurn: costs.cpuMs,
    postgresPerTurn: costs.postgres,
    redisPerTurn: costs.redis,
    roundtrips: round(((await statements()) - statementsBefore) / settings.turns),
    failed: turns.filter((turn) => turn.state !== 'completed').length,
    rssBytes: { api: processes.api.map(rssOf), worker: processes.workers.map(rssOf) },
    footprint: await measureFootprint(database, installation.settings, sentAt.size),
  };
  const services = await serviceVersions({
    postgres: installation.database.url,
    redis: installation.settings.REDIS_URL,
  });
  return { figures, services };
}

/**
 * Runs `count` turns, either at the set rate, or with concurrent senders that each wait for the end of their turn.
 *
 * @returns milliseconds until each message was accepted.
 */
async function runTurns(count: number, label: string): Promise<number[]> {
  const acceptMs: number[] = [];
  const apis = installation.urls('api');
  const headers = {
    authorization: `Bearer ${installation.apiKeys.demo}`,
    'content-type': 'application/json',
  };
  const runOne = async (index: number, sender: number) => {
    const contact = `${label}-${sender}-${Math.floor(index / settings.concurrency / MESSAGES_PER_CONVERSATION)}`;
    const body = JSON.stringify({
      contact,
      channel: 'chat',
      agent: 'searcher',
      text: `Apartments in Paphos under 200k (${index})`,
    });
    const [sent, startedAt] = [Date.now(), performance.now()];
    const url = apis[index % apis.length] ?? '';
    const response = await fetch(`${url}/v1/messages`, { method: 'POST', body, headers });
    if (response.status !== 202) throw new Error(`${response.status}: ${await response.text()}`);
    const { turnId } = (await response.json()) as { turnId: string };
    acceptMs.push(performance.now() - startedAt);
    sentAt.set(turnId, sent);
    await ended(turnId);
  };
  if (settings.rate !== undefined && label === 'bench') await runAtRate(count, settings.rate, runOne);
  else await runFromSenders(count, runOne);
  return acceptMs;
}

type RunOne = (index: number, sender: number) => Promise<void>;

async function runFromSenders(count: number, runOne: RunOne): Promise<void> {
  let next = 0;
  const senders = Array.from({ length: Math.min(settings.concurrency, count) }, async (_, sender) => {
    while (next < count) {
      const index = next;
      next += 1;
      await runOne(index, sender);
    }
  });
  await Promise.all(senders);
}

/** An open loop: a slow response does not delay the next message. */
async function runAtRate(count: number, perS: number, runOne: RunOne): Promise<void> {
  const startedAt = performance.now();
  const turns: Promise<void>[] = [];
  for (let index = 0; index < count; index += 1) {
    const dueMs = (index / perS) * 1_000 - (performance.now() - startedAt);
    if (dueMs > 0) await delay(dueMs);
    // Each message has its own conversation, so that waiting for order does not count as overhead.
    turns.push(runOne(index, index));
  }
  await Promise.all(turns);
}

interface MeasuredTurn {
  id: string;
  state: string;
  finishedAt: Date;
  overheadMs: number;
  queueWaitMs: number;
}

async function readTurns(): Promise<MeasuredTurn[]> {
  const { rows } = await database.query<MeasuredTurn>(
    `SELECT id, state, finished_at AS "finishedAt",
            extract(epoch FROM finished_at - started_at)::float8 * 1000 - model_ms - tool_ms AS "overheadMs",
            extract(epoch FROM started_at - created_at)::float8 * 1000 AS "queueWaitMs"
       FROM turns WHERE contact_id LIKE 'bench-%'`,
  );
  return rows;
}

/** Number of statements that API and workers have sent so far. */
async function statements(): Promise<number> {
  const urls = [...installation.urls('api'), ...installation.workers.map((worker) => worker.url)];
  const texts = await Promise.all(urls.map(async (url) => (await fetch(`${url}/metrics`)).text()));
  return texts
    .flatMap((text) => [...text.matchAll(/^turnpike_database_statements_total\S* (\d+)/gm)])
    .reduce((sum, match) => sum + Number(match[1]), 0);
}
