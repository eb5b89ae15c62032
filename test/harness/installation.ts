import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Redis } from 'ioredis';
import { createClock, loadConfig, type DatabaseSettings } from '#config';
import type { DemoFile } from '../../scripts/start/demo-file.ts';
import { seedDemo } from '../../scripts/start/demo-seed.ts';
import { EmbeddedDatabase } from '../../scripts/start/embedded-database.ts';
import { AppProcess, type AppName } from './app-process.ts';
import { copyEmbeddedTemplate } from './embedded-template.ts';
import { isLongRun, TEST_REDIS_URL } from './services.ts';
import { createTestDatabase } from './test-database.ts';

export const backends = ['embedded', 'postgres', 'redis'] as const;
export type Backend = (typeof backends)[number];

/**
 * For suites about what the embedded database and its queue do differently. PostgreSQL without Redis combines the database
 * of one backend with the queue of the other, so it runs with `npm run test:long` only.
 */
export const bothDatabases: readonly Backend[] = isLongRun ? backends : ['embedded', 'redis'];

/**
 * For suites about rules that do not depend on the backend: as in production, and on all backends with `npm run test:long`.
 * Messages, scenarios and killed workers show on every push that the embedded backend behaves alike.
 */
export const productionBackend: readonly Backend[] = isLongRun ? backends : ['redis'];

const EMBEDDED_ENTRY = path.resolve('dist/scripts/start/embedded-database-process.js');

export interface InstallationOptions {
  backend: Backend;
  /** Settings of the deployment that replace the defaults. */
  env?: Record<string, string>;
  /** Day from which the dates of demo rows are counted. */
  anchor?: string;
  workers?: number;
  apps?: AppName[];
  /** Maps the URL of the database to the URL that the processes use; the suite itself connects directly. */
  databaseBy?: (url: string) => Promise<string>;
  /**
   * Commits wait for the disk as the server's own setting says. Used for measurements that have to match production.
   */
  commitsAsOnServer?: boolean;
}

/** A complete Turnpike for one suite: its own database, its own queue prefix, and the compiled apps as processes. */
export class Installation {
  readonly workers: AppProcess[] = [];
  private readonly cleanups: (() => Promise<void>)[] = [];
  private readonly apps: AppProcess[] = [];

  private constructor(
    readonly backend: Backend,
    private readonly env: Record<string, string>,
    readonly database: DatabaseSettings,
    /** API keys by the org's slug. */
    readonly apiKeys: Record<string, string>,
    readonly admin: { email: string; password: string },
    readonly people: DemoFile['people'],
  ) {}

  /** The settings with which the processes were started. */
  get settings(): Readonly<Record<string, string>> {
    return this.env;
  }

  static async start(options: InstallationOptions): Promise<Installation> {
    const cleanups: (() => Promise<void>)[] = [];
    const { settings, env } = await openBackend(options, cleanups);
    const anchor: Record<string, string> = options.anchor ? { DEMO_ANCHOR_DATE: options.anchor } : {};
    const wholeEnv: Record<string, string> = {
      HOST: '127.0.0.1',
      LOG_LEVEL: 'warn',
      SECRETS_KEY: randomBytes(32).toString('base64'),
      MODEL_PROVIDER: 'offline',
      EMBEDDING_PROVIDER: 'offline',
      ...env,
      ...anchor,
      ...options.env,
    };
    const config = loadConfig(wholeEnv);
    if (options.databaseBy) wholeEnv.DATABASE_URL = await options.databaseBy(settings.url);
    const { CLOCK_AT } = config.environment;
    const demo = await seedDemo({
      config,
      clock: createClock(CLOCK_AT ? new Date(CLOCK_AT) : undefined),
      known: undefined,
    });
    const keys = Object.fromEntries(demo.orgs.map((org) => [org.slug, org.apiKey]));
    const installation = new Installation(options.backend, wholeEnv, settings, keys, demo.admin, demo.people);
    installation.cleanups.push(...cleanups);
    try {
      for (const app of options.apps ?? ['api']) installation.apps.push(await installation.startApp(app));
      for (let count = options.workers ?? 1; count > 0; count -= 1) await installation.addWorker();
    } catch (error) {
      await installation.stop();
      throw error;
    }
    return installation;
  }

  url(app: AppName = 'api'): string {
    const found = this.apps.find((candidate) => candidate.name === app);
    if (!found) throw new Error(`${app} was not started`);
    return found.url;
  }

  /** All processes of the app, in the order of their start. */
  urls(app: AppName): string[] {
    return this.processes(app).map(({ url }) => url);
  }

  /** The processes of the app, in the order of their start; workers are in `workers`. */
  processes(name: AppName): AppProcess[] {
    return this.apps.filter((candidate) => candidate.name === name);
  }

  app(name: AppName): AppProcess | undefined {
    return this.apps.find((candidate) => candidate.name === name);
  }

  async addWorker(env: Record<string, string> = {}): Promise<AppProcess> {
    const worker = await AppProcess.start('worker', { ...this.env, ...env });
    this.workers.push(worker);
    return worker;
  }

  /** Starts a process in place of a killed one, on another port. */
  async replace(app: AppProcess): Promise<void> {
    const fresh = await this.startApp(app.name);
    const list = app.name === 'worker' ? this.workers : this.apps;
    list[list.indexOf(app)] = fresh;
  }

  /** Stops an app and starts it again on another port. */
  async restart(name: Exclude<AppName, 'worker'>): Promise<void> {
    const index = this.apps.findIndex((app) => app.name === name);
    await this.apps[index]?.stop();
    this.apps[index] = await this.startApp(name);
  }

  /** A request to the API with a key of `org`. */
  request(route: string, init: RequestInit & { org?: string; key?: string } = {}): Promise<Response> {
    const { org = 'demo', key = this.apiKeys[org], ...rest } = init;
    const headers = new Headers(rest.headers);
    if (key) headers.set('authorization', `Bearer ${key}`);
    if (typeof rest.body === 'string' && !headers.has('content-type'))
      headers.set('content-type', 'application/json');
    return fetch(`${this.url()}${route}`, { ...rest, headers });
  }

  async stop(): Promise<void> {
    await Promise.all([...this.apps, ...this.workers].map((app) => app.stop()));
    for (const cleanup of this.cleanups.toReversed()) await cleanup();
  }

  /** Sets the clocks of all processes, which were started with `CLOCK_AT`. */
  async moveClock(to: Date): Promise<void> {
    await Promise.all([...this.apps, ...this.workers].map((app) => app.moveClock(to)));
  }

  private startApp(name: AppName): Promise<AppProcess> {
    return AppProcess.start(name, this.env);
  }
}

/** A migrated database and the settings that point to it; `cleanups` receives the functions that remove both. */
export async function openBackend(
  { backend, commitsAsOnServer }: Pick<InstallationOptions, 'backend' | 'commitsAsOnServer'>,
  cleanups: (() => Promise<void>)[],
): Promise<{ settings: DatabaseSettings; env: Record<string, string> }> {
  const prefix = `test-${randomBytes(5).toString('hex')}`;
  if (backend === 'embedded') {
    const folder = await mkdtemp(path.join(tmpdir(), 'turnpike-embedded-'));
    cleanups.push(() => rm(folder, { recursive: true, force: true }));
    await copyEmbeddedTemplate(path.join(folder, 'pglite'));
    const embedded = await EmbeddedDatabase.start(folder, () => undefined, { entry: EMBEDDED_ENTRY });
    cleanups.push(() => embedded.stop());
    const settings: DatabaseSettings = { kind: 'embedded', url: embedded.url, poolSize: 2 };
    return { settings, env: { EMBEDDED_DATABASE_URL: embedded.url, QUEUE_PREFIX: prefix } };
  }
  const database = await createTestDatabase({ commitsAsOnServer });
  cleanups.push(() => database.drop());
  const env: Record<string, string> = { DATABASE_URL: database.settings.url, QUEUE_PREFIX: prefix };
  if (backend === 'redis') {
    env.REDIS_URL = TEST_REDIS_URL;
    cleanups.push(() => forgetKeys(env.REDIS_URL ?? '', prefix));
  }
  return { settings: database.settings, env };
}

async function forgetKeys(url: string, prefix: string): Promise<void> {
  const redis = new Redis(url);
  for await (const keys of redis.scanStream({ match: `{${prefix}}*`, count: 500 })) {
    if ((keys as string[]).length > 0) await redis.del(...(keys as string[]));
  }
  await redis.quit();
}
