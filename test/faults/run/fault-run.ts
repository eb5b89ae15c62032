import { setTimeout as delay } from 'node:timers/promises';
import type { Client } from 'pg';
import { SeededRandom } from '../../harness/seeded-random.ts';
import { Installation, type Backend } from '../../harness/installation.ts';
import { testServerUrl } from '../../harness/test-database.ts';
import { withClient } from '../../harness/with-client.ts';
import {
  audit,
  openTraces,
  unfinished,
  waitingOutboxTasks,
  type Accepted,
  type AuditResult,
  type Outage,
} from './audit.ts';
import { CountedModel, type ModelFaults } from './counted-model.ts';
import { faultWeights, inject, type Fault } from './faults.ts';
import { Kills, type KillPace } from './kills.ts';
import { MailReceiver } from './mail-receiver.ts';
import { OwnRedis } from './own-redis.ts';
import { Senders } from './senders.ts';
import { DatabaseProxy } from '../database-proxy.ts';
import { SmallDisk } from './small-disk.ts';

export interface FaultRunOptions {
  backend: Exclude<Backend, 'embedded'>;
  turns: number;
  workers: number;
  /** Interval between kills; no process is killed if absent. */
  kills?: KillPace;
  /** Pause from the end of one fault to the next. */
  everyMs: number;
  /** Faults in addition to kills. */
  faults: readonly Fault[];
  model: ModelFaults;
  /** Share of messages that are sent twice at once. */
  duplicates: number;
  /** Pause between the messages of a conversation; none if absent. */
  pauseMs?: number;
  /** Random bytes in each message, as in `messageOf`; none if absent. */
  noiseBytes?: number;
  seed: number;
  /** Receives progress messages, one line each. */
  say?: (line: string) => void;
}

export interface FaultReport extends AuditResult {
  happened: Partial<Record<Fault, number>>;
  killed: Kills['counts'];
  /** How often a caller received 503 and retried. */
  turnedAway: number;
  elapsedS: number;
  modelAnswers: number;
}

/**
 * Each fault affects `share` of a model's responses. Missing responses are a tenth as frequent, because each takes two
 * minutes.
 */
export const modelFaults = (share: number): ModelFaults => ({
  broken: share,
  refused: share,
  failed: share,
  lying: share,
  repeating: share,
  malformed: share,
  miscounted: share,
  hanging: share / 10,
});

export const ALL_FAULTS = Object.keys(faultWeights) as Fault[];
/** Faults that do not need root, and after which times written by different processes remain comparable. */
export const USUAL_FAULTS = ALL_FAULTS.filter((fault) => fault !== 'clock' && fault !== 'full-disk');
/** Faults during which a worker cannot store its results. */
const HINDERS_WRITING = new Set<Fault>(['database', 'slow-database', 'full-disk', 'frozen-worker']);
const CONVERSATIONS_AT_ONCE = 20;
const POLL_MS = 250;
/** Size of an empty database, and of the rows and indexes that a turn adds. */
const DISK_MB = { empty: 96, perTurn: 0.1 };
/** Further than any clock of a run was moved ahead. */
const AFTER_ALL_CLOCKS_MS = 2 * 3_600_000;
const SPANS_WRITTEN_WITHIN_MS = 20_000;
/** The sweeper runs every fifteen seconds, and waits ten seconds after a turn. */
const SPANS_ENDED_WITHIN_MS = 60_000;
/** Longer than any intended wait: leases, retries with their backoff, the sweeper's interval. */
const STALL_TIMEOUT_MS = 240_000;
/** Maximum age of an org's settings in every process. */
const SETTINGS_HOLD_AFTER_MS = 2_500;

/**
 * Sends numbered messages while processes are killed and services fail, waits until all work has ended, then audits.
 * Every fault happens once before any repeats, and before the second half of the messages is sent. The random choices
 * depend on `seed` only; their timing and targets depend on the run.
 *
 * @throws Error after four minutes without progress
 */
export async function runFaults(options: FaultRunOptions): Promise<FaultReport> {
  const answers = new SeededRandom(options.seed);
  const cleanups: (() => Promise<void>)[] = [];
  try {
    const model = await CountedModel.start(options.model, () => answers.next());
    cleanups.push(() => model.stop());
    const mail = await MailReceiver.start();
    cleanups.push(() => mail.stop());
    const redis = options.backend === 'redis' ? await OwnRedis.start() : undefined;
    if (redis) cleanups.push(() => redis.stop());
    const disk = options.faults.includes('full-disk')
      ? await SmallDisk.mount(testServerUrl(), Math.ceil(DISK_MB.empty + DISK_MB.perTurn * options.turns))
      : undefined;
    if (disk) cleanups.push(() => disk.stop());
    let link: DatabaseProxy | undefined;
    cleanups.push(async () => link?.stop());
    const turnpike = await Installation.start({
      backend: options.backend,
      workers: options.workers,
      env: {
        ...environmentOf(model, mail, redis),
        // So that the clock can be moved. A process that starts later begins at this time again, which is one more
        // jump.
        ...(options.faults.includes('clock') && { CLOCK_AT: new Date().toISOString() }),
      },
      databaseBy: async (url) => {
        await disk?.take(url);
        link = await DatabaseProxy.start(url);
        return link.url;
      },
    });
    cleanups.push(() => turnpike.stop());
    if (!link) throw new Error('Nothing stands between the processes and their database');
    await liftLimits(turnpike);
    return await play({ options, turnpike, redis, link, disk, model, mail });
  } finally {
    for (const cleanup of cleanups.toReversed()) await cleanup();
  }
}

interface Play {
  options: FaultRunOptions;
  turnpike: Installation;
  redis: OwnRedis | undefined;
  link: DatabaseProxy;
  disk: SmallDisk | undefined;
  model: CountedModel;
  mail: MailReceiver;
}

async function play({ options, turnpike, redis, link, disk, model, mail }: Play): Promise<FaultReport> {
  const startedAt = performance.now();
  const say = (line: string) => options.say?.(`${seconds(startedAt)} s: ${line}`);
  // A separate generator for each use, as for the model: the numbers of one do not depend on how often the others draw.
  const { seed } = options;
  const [sending, dice, killing] = [
    new SeededRandom(seed + 1),
    new SeededRandom(seed + 2),
    new SeededRandom(seed + 3),
  ];
  const faults = options.faults.filter((fault) => redis || !fault.startsWith('redis'));
  const allHappened = Promise.withResolvers<void>();
  if (faults.length === 0) allHappened.resolve();
  const senders = new Senders(turnpike, {
    ...options,
    random: () => sending.next(),
    atOnce: CONVERSATIONS_AT_ONCE,
    halfTime: allHappened.promise,
  });
  const happened: Partial<Record<Fault, number>> = {};
  const kills = new Kills(turnpike, killing, say);
  const outages: Outage[] = [];
  const stop = new AbortController();
  const breaking = (async () => {
    while (faults.length > 0 && !stop.signal.aborted) {
      await delay(options.everyMs, undefined, { signal: stop.signal }).catch(() => undefined);
      if (stop.signal.aborted) break;
      const missing = faults.filter((each) => !happened[each]);
      const fault = dice.pickWeighted(missing.length > 0 ? missing : faults, (each) => faultWeights[each]);
      say(fault);
      // Others may restart the machine's own PostgreSQL meanwhile: one more fault.
      const from = Date.now();
      await inject(fault, { turnpike, redis, link, disk, dice }).catch(whileAway);
      if (HINDERS_WRITING.has(fault)) outages.push({ from, to: Date.now() });
      happened[fault] = (happened[fault] ?? 0) + 1;
      if (faults.every((each) => happened[each])) allHappened.resolve();
    }
  })();
  const killed = options.kills && kills.run(options.kills, stop.signal);
  const ending = (async () => {
    const all = await senders.sendAll();
    say(`all ${all.length} messages are accepted`);
    await untilNone(turnpike, unfinished, 'turns');
    return all;
  })();
  const hindering = Promise.all([breaking, killed]);
  // The first of the two failures is reported; the other one follows from it, because its processes are missing.
  for (const either of [hindering, ending]) either.catch(() => undefined);
  let accepted: Accepted[];
  try {
    // A run whose faults ended early would not prove anything.
    accepted = await Promise.race([ending, hindering.then(() => ending)]);
  } finally {
    stop.abort();
    // No process may be starting when the installation is stopped.
    await Promise.allSettled([breaking, killed]);
    await hindering;
  }
  const elapsedS = (performance.now() - startedAt) / 1_000;
  // By now every time that any clock has written has passed.
  if (options.faults.includes('clock')) await turnpike.moveClock(new Date(Date.now() + AFTER_ALL_CLOCKS_MS));
  await untilNone(turnpike, waitingOutboxTasks, 'outbox jobs');
  await spansAreWritten(turnpike);
  const result = await withClient(turnpike.database.url, (client) =>
    audit(client, accepted, mail.texts, {
      kills: kills.ofWorkers,
      outages,
      clocksAgree: !options.faults.includes('clock'),
      asked: model.requests,
    }),
  );
  const { turnedAway } = senders;
  return { ...result, killed: kills.counts, happened, turnedAway, elapsedS, modelAnswers: model.count };
}

function environmentOf(model: CountedModel, mail: MailReceiver, redis: OwnRedis | undefined) {
  return {
    MODEL_PROVIDER: 'openai',
    OPENAI_API_KEY: 'fault run',
    OPENAI_BASE_URL: model.url,
    MAIL_TRANSPORT: 'smtp',
    SMTP_URL: `smtp://${mail.host}`,
    MAIL_FROM: 'office@demo.example',
    HTTP_ALLOW_HOSTS: mail.host,
    LOG_LEVEL: 'error',
    // Many processes share one server, and killed processes leave their connections open for a while.
    DATABASE_POOL_SIZE: '8',
    ...(redis && { REDIS_URL: redis.url }),
  };
}

/** All messages of a run belong to one org and are sent without pause. */
async function liftLimits(turnpike: Installation): Promise<void> {
  await withClient(turnpike.database.url, (client) =>
    client.query(
      `UPDATE orgs SET settings = settings || '{"MESSAGES_PER_MINUTE":"0","MAX_RUNNING_TURNS":"0"}'`,
    ),
  );
  await delay(SETTINGS_HOLD_AFTER_MS);
}

async function untilNone(
  turnpike: Installation,
  count: (client: Client) => Promise<number>,
  what: string,
): Promise<void> {
  let before = Infinity;
  let changedAt = performance.now();
  for (;;) {
    const left = await withClient(turnpike.database.url, count).catch(whileAway);
    if (left === 0) return;
    if (left !== undefined && left !== before) {
      changedAt = performance.now();
      before = left;
    }
    if (performance.now() - changedAt > STALL_TIMEOUT_MS) throw new Error(`${before} ${what} do not end`);
    await delay(POLL_MS);
  }
}

/**
 * Waits for the span ends that processes, or the sweeper in their place, write a little later. The audit reports any
 * that are still missing.
 */
async function spansAreWritten(turnpike: Installation): Promise<void> {
  const startedAt = performance.now();
  for (;;) {
    const { unwritten, unended } = await withClient(turnpike.database.url, openTraces);
    const waitedMs = performance.now() - startedAt;
    const mayChange =
      (unwritten > 0 && waitedMs < SPANS_WRITTEN_WITHIN_MS) ||
      (unended > 0 && waitedMs < SPANS_ENDED_WITHIN_MS);
    if (!mayChange) return;
    await delay(POLL_MS);
  }
}

/** The database may be unavailable because of a fault. */
function whileAway(error: unknown): undefined {
  const code = (error as { code?: string }).code ?? '';
  // Error of a connection that the server does not open, for example because its disk is full.
  if ((error as { severity?: string }).severity === 'FATAL') return undefined;
  if (['ECONNREFUSED', 'ECONNRESET', '53300', '55000', '57P01', '57P03'].includes(code)) return undefined;
  if (error instanceof Error && error.message.includes('Connection terminated')) return undefined;
  throw error;
}

const seconds = (since: number) => ((performance.now() - since) / 1_000).toFixed(1);
