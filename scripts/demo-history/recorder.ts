import { setTimeout as delay } from 'node:timers/promises';
import { Client } from 'pg';
import { z } from 'zod';
import { loadConfig, type Config } from '#config';
import { JobQueue, openQueueConnection, type QueueConnection } from '#queue';
import { eventually } from '../../test/harness/eventually.ts';
import { Installation, type Backend } from '../../test/harness/installation.ts';
import { startServices } from '../../test/scenarios/scenario-run.ts';
import { scenarioSuites } from '../../test/scenarios/suites.ts';
import { ConsoleClient } from '../console/console-client.ts';
import type { DemoFile } from '../start/demo-file.ts';
import type { StoryMessage } from './story.ts';

const WORKER = 'dist/scripts/demo-history/worker-process.js';
const SETTLED_TIMEOUT_MS = 120_000;
/** Local stand-ins for outside services live on this machine. */
const LOCAL_HOSTS = '127.0.0.1,127.0.0.0/8';
/** Every process knows of a changed flag or setting after this time. */
const CHANGE_HOLDS_AFTER_MS = 2_200;

/** A message that was sent: its turn. */
export interface SentMessage {
  turnId: string;
  conversationId: string;
}

/** The other queues delay what runs again and again by the machine's clock, and go on by themselves. */
const QUEUES_WITH_DELAYS = ['deliver', 'follow-ups', 'training'];

/** What is still to be done at the time that the clocks show. */
const UNSETTLED = `
  SELECT (SELECT count(*) FROM turns WHERE state IN ('queued', 'running'))::int AS turns,
         (SELECT count(*) FROM follow_ups WHERE state = 'running' OR (state = 'pending' AND run_at <= $1))::int AS later,
         (SELECT count(*) FROM spans WHERE status = 'running')::int AS spans`;

/** What of it there is, for whoever has to find out why the story stands still. */
const WHAT_IS_LEFT = `
  SELECT 'turn' AS what, state, NULL AS job, NULL::int AS attempts, created_at AS at, error_class AS error FROM turns
   WHERE state IN ('queued', 'running')
  UNION ALL
  SELECT 'follow-up', state, job, attempts, run_at, error FROM follow_ups WHERE state = 'running' OR (state = 'pending' AND run_at <= $1)
  UNION ALL
  SELECT 'span', status, name, NULL, started_at, error_message FROM spans WHERE status = 'running'
  LIMIT 20`;

/** An installation in which a story happens: the shipped api, worker and console, with clocks that are set. */
export class Recorder {
  private readonly consoles = new Map<string, ConsoleClient>();
  private readonly conversations = new Map<string, string>();
  private now: Date;

  private constructor(
    readonly turnpike: Installation,
    readonly database: Client,
    private readonly jobs: JobQueue,
    private readonly connection: QueueConnection,
    private readonly closeServices: () => Promise<void>,
    start: Date,
  ) {
    this.now = start;
  }

  static async start(start: Date, backend: Backend): Promise<Recorder> {
    const { env, close } = await services();
    const turnpike = await Installation.start({
      backend,
      anchor: start.toISOString().slice(0, 10),
      apps: ['api', 'admin'],
      workerEntry: WORKER,
      env: { ...env, CLOCK_AT: start.toISOString(), MODEL_PROVIDER: '', HTTP_ALLOW_HOSTS: LOCAL_HOSTS },
    });
    const database = new Client({ connectionString: turnpike.database.url });
    await database.connect();
    await database.query("SET TIME ZONE 'UTC'");
    const connection = await openQueueConnection(queueConfig(turnpike));
    return new Recorder(turnpike, database, new JobQueue(connection), connection, close, start);
  }

  async stop(): Promise<void> {
    await this.jobs.close();
    await this.connection.close();
    await this.database.end();
    await this.turnpike.stop();
    await this.closeServices();
  }

  /** Sets the clocks of all processes, and begins what has become due in between. */
  async moveTo(moment: Date): Promise<void> {
    this.now = moment;
    await this.turnpike.moveClock(moment);
    const due = await this.rows("SELECT 1 FROM follow_ups WHERE state = 'pending' AND run_at <= $1 LIMIT 1", [
      moment,
    ]);
    if (due.length > 0) await this.promote();
    await this.settled();
  }

  /** Sends messages that belong to the same moment, and waits until all of them, and what follows from them, are done. */
  async send(messages: readonly StoryMessage[]): Promise<SentMessage[]> {
    const sent = await Promise.all(messages.map((message) => this.sendOne(message)));
    await this.settled();
    return sent;
  }

  /** The console, signed in as one of the demo's people; anew every day, since a session does not last longer. */
  async as({ email, password }: { email: string; password: string }): Promise<ConsoleClient> {
    const session = `${email} ${this.now.toISOString().slice(0, 10)}`;
    const known = this.consoles.get(session);
    if (known) return known;
    const console = await ConsoleClient.open(this.turnpike.url('admin'), { email, password });
    this.consoles.set(session, console);
    return console;
  }

  get people(): DemoFile['people'] {
    return this.turnpike.people;
  }

  async request(org: string, route: string, body: object): Promise<unknown> {
    const response = await this.turnpike.request(route, { method: 'POST', org, body: JSON.stringify(body) });
    if (!response.ok) throw new Error(`${route}: ${response.status} ${await response.text()}`);
    const text = await response.text();
    return text === '' ? undefined : (JSON.parse(text) as unknown);
  }

  async rows<Row>(sql: string, values: unknown[] = []): Promise<Row[]> {
    return (await this.database.query(sql, values)).rows as Row[];
  }

  /** Lets the worker look which orgs have enough new calls to learn from, as it does every ten minutes. */
  async learn(): Promise<void> {
    await this.jobs.enqueue('plan-trainings', { v: 1 });
    await eventually(async () => {
      const queue = await this.jobs.counts();
      const maintenance = queue.find(({ queue: name }) => name === 'maintenance');
      if ((maintenance?.waiting ?? 0) + (maintenance?.active ?? 0) > 0) throw new Error('still planning');
    }, SETTLED_TIMEOUT_MS);
    await this.settled();
  }

  /** Until every process acts by what was just changed in the console. */
  async changesHold(): Promise<void> {
    await delay(CHANGE_HOLDS_AFTER_MS);
  }

  /** What has a delay by the machine's clock is begun now; what the story's clock does not let begin waits again. */
  private async promote(): Promise<void> {
    for (const name of QUEUES_WITH_DELAYS) {
      const queue = this.jobs.handle(name);
      if ((await queue.getDelayedCount()) > 0) await queue.promoteJobs();
    }
  }

  async settled(): Promise<void> {
    const since = performance.now();
    for (;;) {
      const [left] = await this.rows<{ turns: number; later: number; spans: number }>(UNSETTLED, [this.now]);
      if (left && left.turns + left.later + left.spans === 0) return;
      if (performance.now() - since > SETTLED_TIMEOUT_MS)
        throw new Error(
          `The story does not go on: ${JSON.stringify(await this.rows(WHAT_IS_LEFT, [this.now]))}`,
        );
      if (left && left.turns === 0 && left.later > 0 && performance.now() - since > 2_000)
        await this.promote();
      await delay(40);
    }
  }

  private async sendOne(message: StoryMessage): Promise<SentMessage> {
    const { org, conversation, contact, channel, text, staff, agent } = message;
    const known = this.conversations.get(conversation);
    const place = known ? { conversationId: known } : { contact, channel, newConversation: true };
    const sent = z.object({ turnId: z.string(), conversationId: z.string() }).parse(
      await this.request(org, '/v1/messages', {
        text,
        ...place,
        ...(agent !== undefined && { agent }),
        ...(staff !== undefined && { author: { kind: 'staff', user: staff } }),
      }),
    );
    this.conversations.set(conversation, sent.conversationId);
    return sent;
  }
}

/** The stand-ins of every pack's scenarios, and the settings that lead there. */
async function services(): Promise<{ env: Record<string, string>; close: () => Promise<void> }> {
  const suites = [...(await scenarioSuites()).values()];
  const started = await Promise.all(
    suites.map(async (suite) => ({ suite, running: await startServices(suite) })),
  );
  const env = Object.assign({}, ...started.map(({ suite, running }) => suite.env?.(running.urls) ?? {}));
  return {
    env: env as Record<string, string>,
    close: async () => {
      await Promise.all(started.map(({ running }) => running.close()));
    },
  };
}

function queueConfig(turnpike: Installation): Config {
  return loadConfig(turnpike.settings);
}
