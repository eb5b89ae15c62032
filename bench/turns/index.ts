// npm run bench -- turns: throughput and overhead of whole turns on one backend. See README.md beside this file.
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { Client } from 'pg';
import { freePort } from '../../test/harness/app-process.ts';
import { Installation, backends } from '../../test/harness/installation.ts';
import { startModel } from '../model.ts';
import { number, oneOf, readOptions, text, whole, wholeOrNone } from '../options.ts';
import { summarize } from '../statistics.ts';
import { writeResult } from '../result.ts';
import { serviceVersions } from '../versions.ts';
import { measureFootprint } from './footprint.ts';
import { STALL_TIMEOUT_MS, TurnEnds } from './turn-ends.ts';
import { rssOf, settledMemory, type SettledMemory } from './settled-memory.ts';

const DONE_POLL_MS = 250;
/** Lower bound of the duration of a turn. */
const DONE_POLL_MS_PER_TURN = 0.5;
/** A sender continues with a new contact after this many messages, because conversations are finite. */
const MESSAGES_PER_CONVERSATION = 5;

const {
  'cpu-prof': cpuProfiles,
  'memory-after': memoryAfter,
  ...settings
} = readOptions('turns', {
  backend: oneOf(backends, 'redis', 'backend of the queue'),
  turns: whole(2_000, 'measured turns'),
  concurrency: whole(50, 'senders at once'),
  rounds: whole(2, 'model calls of a turn'),
  tools: whole(1, 'tool calls of a turn', { least: 0 }),
  rate: wholeOrNone('messages per second, instead of as fast as possible'),
  workers: whole(1, 'workers'),
  apis: whole(1, 'apis'),
  'model-ms': number(0, 'milliseconds until the model answers'),
  'memory-after': wholeOrNone(
    'turns before the measured ones; memory without garbage is measured after both',
  ),
  'cpu-prof': text('FOLDER', 'folder for CPU profiles of API and worker'),
});
const inspectPort = memoryAfter === undefined ? undefined : await freePort();
const nodeOptions = [
  ...(cpuProfiles ? [`--cpu-prof --cpu-prof-dir=${path.resolve(cpuProfiles)}`] : []),
  ...(inspectPort === undefined ? [] : [`--inspect-port=${inspectPort}`]),
].join(' ');

const { rounds, tools, 'model-ms': afterMs } = settings;
const model = await startModel({ rounds, tools, afterMs });
const installation = await Installation.start({
  backend: settings.backend,
  workers: settings.workers,
  apps: Array.from({ length: settings.apis }, () => 'api' as const),
  commitsAsOnServer: true,
  env: {
    ...model.env,
    WORKER_CONCURRENCY: String(Math.ceil(settings.concurrency / settings.workers)),
    ...(nodeOptions && { NODE_OPTIONS: nodeOptions }),
  },
});
const database = new Client({ connectionString: installation.database.url });
const ends = new TurnEnds(database, 'demo');
/** Time at which each turn's message was sent, in milliseconds since 1970. */
const sentAt = new Map<string, number>();
try {
  await database.connect();
  await database.query(
    `UPDATE orgs SET settings = settings || '{"MESSAGES_PER_MINUTE":"0","MAX_RUNNING_TURNS":"0"}'`,
  );
  // Settings of the org are cached for 2 s.
  await delay(2_500);
  const before = memoryAfter ?? Math.min(50, settings.turns);
  await sendAll(before, 'warm');
  await allDone();
  const memoryBefore = await memory();
  // Autovacuum would do this within a minute. Plans for empty tables are then replaced.
  await database.query('ANALYZE');
  const statementsBefore = await statements();
  const cpuBefore = await cpuMs();
  const startedAt = performance.now();
  const acceptMs = await sendAll(settings.turns, 'bench');
  await allDone();
  const elapsedS = (performance.now() - startedAt) / 1_000;
  const measured = await readTurns();
  const services = await serviceVersions({
    postgres: installation.database.url,
    redis: installation.settings.REDIS_URL,
  });
  const figures = {
    turnsPerSecond: round(settings.turns / elapsedS),
    overheadMs: summarize(
      measured.map((turn) => turn.overheadMs),
      [50, 95, 99],
    ),
    acceptMs: summarize(acceptMs, [50, 99]),
    turnMs: summarize(
      measured.map((turn) => turn.finishedAt.getTime() - (sentAt.get(turn.id) ?? 0)),
      [50, 95, 99],
    ),
    queueWaitMs: summarize(
      measured.map((turn) => turn.queueWaitMs),
      [50, 95, 99],
    ),
    cpuMsPerTurn: perTurn(cpuBefore, await cpuMs()),
    roundtrips: round(((await statements()) - statementsBefore) / settings.turns),
    failed: measured.filter((turn) => turn.state !== 'completed').length,
    rssBytes: {
      api: installation.processes('api').map(({ pid }) => rssOf(pid)),
      worker: installation.workers.map(({ pid }) => rssOf(pid)),
    },
    ...(memoryBefore && { memory: { [before]: memoryBefore, [before + settings.turns]: await memory() } }),
    footprint: await measureFootprint(database, installation.settings, sentAt.size),
  };
  writeResult('turns', settings, figures, services);
} finally {
  await database.end();
  await installation.stop();
  model.stop();
}

/** Sends `count` messages, either at the set rate, or with concurrent senders that each wait for the end of their turn. */
async function sendAll(count: number, label: string): Promise<number[]> {
  const acceptMs: number[] = [];
  const apis = installation.urls('api');
  const headers = {
    authorization: `Bearer ${installation.apiKeys.demo}`,
    'content-type': 'application/json',
  };
  const sendOne = async (index: number, sender: number) => {
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
    return turnId;
  };
  if (settings.rate !== undefined && label === 'bench') await sendAtRate(count, settings.rate, sendOne);
  else await sendFromSenders(count, sendOne);
  return acceptMs;
}

async function sendFromSenders(
  count: number,
  sendOne: (index: number, sender: number) => Promise<string>,
): Promise<void> {
  let next = 0;
  const senders = Array.from({ length: Math.min(settings.concurrency, count) }, async (_, sender) => {
    while (next < count) {
      const index = next;
      next += 1;
      await ends.of(await sendOne(index, sender));
    }
  });
  await Promise.all(senders);
}

/** An open loop: a slow response does not delay the next message. */
async function sendAtRate(
  count: number,
  perS: number,
  sendOne: (index: number, sender: number) => Promise<string>,
): Promise<void> {
  const startedAt = performance.now();
  const sent: Promise<string>[] = [];
  for (let index = 0; index < count; index += 1) {
    const dueMs = (index / perS) * 1_000 - (performance.now() - startedAt);
    if (dueMs > 0) await delay(dueMs);
    // Each message has its own conversation, so that waiting for order does not count as overhead.
    sent.push(sendOne(index, index));
  }
  await Promise.all(sent);
}

/** Waits until all accepted turns have ended. The polling interval grows with the number of turns. */
async function allDone(): Promise<void> {
  let before = -1;
  let changedAt = performance.now();
  for (;;) {
    const { rows } = await database.query<{ open: number }>(
      `SELECT count(*)::int AS open FROM turns WHERE state IN ('queued', 'running')`,
    );
    const open = rows[0]?.open ?? 0;
    if (open === 0) return;
    if (open !== before) changedAt = performance.now();
    before = open;
    if (performance.now() - changedAt > STALL_TIMEOUT_MS) throw new Error(`Stuck with ${open} open turns`);
    await delay(Math.max(DONE_POLL_MS, open * DONE_POLL_MS_PER_TURN));
  }
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

/** CPU time so far per process, in milliseconds. Linux counts it in hundredths of a second. */
async function cpuMs(): Promise<Record<string, number>> {
  const backends = await database.query<{ pid: number }>(
    `SELECT pid FROM pg_stat_activity
      WHERE pid <> pg_backend_pid()
        AND (datname = current_database() OR backend_type LIKE '%writer%' OR backend_type = 'checkpointer')`,
  );
  const workers = installation.workers.map(({ pid }) => pid);
  const of = (pids: number[]) => pids.reduce((sum, pid) => sum + cpuMsOf(pid), 0);
  return {
    api: of(installation.processes('api').map(({ pid }) => pid)),
    workers: of(workers),
    postgres: of(backends.rows.map(({ pid }) => pid)),
    modelServer: of([model.pid]),
    senders: of([process.pid]),
  };
}

/** 0 for a process on another machine. */
function cpuMsOf(pid: number): number {
  const file = `/proc/${pid}/stat`;
  if (!existsSync(file)) return 0;
  // After the name in parentheses, user and system time are the 12th and 13th fields.
  const fields = readFileSync(file, 'utf8').split(') ')[1]?.split(' ') ?? [];
  return (Number(fields[11]) + Number(fields[12])) * 10;
}

function perTurn(before: Record<string, number>, after: Record<string, number>): Record<string, number> {
  const used = Object.entries(after).map(([who, ms]) => [
    who,
    round((ms - (before[who] ?? 0)) / settings.turns, 2),
  ]);
  return Object.fromEntries(used) as Record<string, number>;
}

/** Memory of the first API and the first worker; undefined if it was not requested. */
async function memory(): Promise<Record<string, SettledMemory> | undefined> {
  const [api, worker] = [installation.processes('api')[0], installation.workers[0]];
  if (inspectPort === undefined || !api || !worker) return undefined;
  return {
    api: await settledMemory(api.pid, inspectPort),
    worker: await settledMemory(worker.pid, inspectPort),
  };
}

function round(value: number, digits = 1): number {
  return Math.round(value * 10 ** digits) / 10 ** digits;
}
