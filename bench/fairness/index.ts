// npm run bench -- fairness: waiting time of single messages while another org sends thousands. See README.md beside this
// file.
import { setTimeout as delay } from 'node:timers/promises';
import { Client } from 'pg';
import { Installation, backends } from '../../test/harness/installation.ts';
import { startModel } from '../model.ts';
import { number, oneOf, readOptions, whole } from '../options.ts';
import { writeResult } from '../result.ts';
import { serviceVersions } from '../versions.ts';
import { summarize } from '../statistics.ts';
import { measureMeans } from './by-means.ts';
import { means, type MeansName } from './means.ts';

const SENDERS = 20;
const PROBE_EVERY_MS = 250;
const POLL_MS = 250;
/** One of the demo orgs. */
const QUIET_ORG = 'maker';

const names = Object.keys(means) as MeansName[];

const settings = readOptions('fairness', {
  backend: oneOf(backends, 'redis', 'backend of the queue'),
  messages: whole(2_000, 'messages of the busy org'),
  probes: whole(40, 'single messages, and the same number by voice'),
  'model-ms': number(20, 'milliseconds until the model answers'),
  by: oneOf(
    ['backlog', 'all', ...names],
    'backlog',
    'means of the busy org: the backlog, one of the others, or all others',
  ),
});

const model = await startModel({ rounds: 2, tools: 1, afterMs: settings['model-ms'] });
if (settings.by !== 'backlog') {
  const by: Record<string, Awaited<ReturnType<typeof measureMeans>>> = {};
  for (const name of settings.by === 'all' ? names : [settings.by as MeansName]) {
    by[name] = await measureMeans(name, settings, model.env);
    console.error(name, JSON.stringify(by[name]));
  }
  writeResult('fairness', settings, { by });
  model.stop();
  process.exit(0);
}
const installation = await Installation.start({
  backend: settings.backend,
  env: { ...model.env, WORKER_CONCURRENCY: '50' },
});
const database = new Client({ connectionString: installation.database.url });
try {
  await database.connect();
  await database.query(
    `UPDATE orgs SET default_pack = 'estio', packs = '{estio}', settings = settings || '{"MESSAGES_PER_MINUTE":"0"}'`,
  );
  // Settings of the orgs are cached for 2 s.
  await delay(2_500);
  await sendCrowd();
  for (let probe = 0; probe < settings.probes; probe += 1) {
    await Promise.all([
      send({ contact: `single-${probe}`, channel: 'chat' }, QUIET_ORG),
      send({ contact: `voice-${probe}`, channel: 'voice' }),
      delay(PROBE_EVERY_MS),
    ]);
  }
  const openAfterProbes = await openTurns();
  while ((await openTurns()) > 0) await delay(POLL_MS);
  const [single, voice, crowd] = [await read('single-%'), await read('voice-%'), await read('crowd-%')];
  const singleMs = single.map((turn) => turn.finishedAt.getTime() - turn.createdAt.getTime());
  const endedMs = crowd.map((turn) => turn.finishedAt.getTime());
  const crowdS = (Math.max(...endedMs) - Math.min(...endedMs)) / 1_000;
  const figures = {
    singleMs: summarize(singleMs, [50, 95, 99]),
    singleWaitMs: summarize(single.map(waitOf), [50, 95, 99]),
    voiceWaitMs: summarize(voice.map(waitOf), [50, 95, 99]),
    crowdWaitMs: summarize(crowd.map(waitOf), [50, 99]),
    crowdPerS: Math.round((crowd.length / crowdS) * 10) / 10,
    crowdOpenAfterProbes: openAfterProbes,
  };
  const redis = installation.settings.REDIS_URL;
  writeResult(
    'fairness',
    settings,
    figures,
    await serviceVersions({ postgres: installation.database.url, redis }),
  );
} finally {
  await database.end();
  await installation.stop();
  model.stop();
}

async function sendCrowd(): Promise<void> {
  let next = 0;
  await Promise.all(
    Array.from({ length: SENDERS }, async () => {
      while (next < settings.messages) {
        next += 1;
        await send({ contact: `crowd-${next}`, channel: 'chat' });
      }
    }),
  );
}

async function send(to: { contact: string; channel: string }, org = 'demo'): Promise<void> {
  const body = JSON.stringify({ ...to, agent: 'searcher', text: 'Apartments in Paphos under 200k' });
  const response = await installation.request('/v1/messages', { method: 'POST', body, org });
  if (response.status !== 202) throw new Error(`${response.status}: ${await response.text()}`);
  await response.arrayBuffer();
}

async function openTurns(): Promise<number> {
  const { rows } = await database.query<{ open: number }>(
    `SELECT count(*)::int AS open FROM turns WHERE state IN ('queued', 'running')`,
  );
  return rows[0]?.open ?? 0;
}

interface MeasuredTurn {
  createdAt: Date;
  startedAt: Date;
  finishedAt: Date;
}

async function read(contacts: string): Promise<MeasuredTurn[]> {
  const { rows } = await database.query<MeasuredTurn>(
    `SELECT created_at AS "createdAt", started_at AS "startedAt", finished_at AS "finishedAt" FROM turns
      WHERE contact_id LIKE $1`,
    [contacts],
  );
  return rows;
}

function waitOf(turn: MeasuredTurn): number {
  return turn.startedAt.getTime() - turn.createdAt.getTime();
}
