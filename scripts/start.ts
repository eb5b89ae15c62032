import path from 'node:path';
import { createClock, loadConfig, type Config } from '#config';
import { isForeseen } from '#contracts';
import { migrate } from '#database';
import { platformTools, ToolRegistry } from '#tools';
import { type Pack } from '#pack-kit';
import { packs } from '../packs/index.ts';
import { migrations } from '../migrations/index.ts';
import { AppProcess, STOP_TIMEOUT_MS, type AppSpec } from './start/app-process.ts';
import { DataFolder } from './start/data-folder.ts';
import { demoFilePath, readDemoFile, writeDemoFile, type DemoFile } from './start/demo-file.ts';
import { EmbeddedDatabase } from './start/embedded-database.ts';
import { hasOrgs } from './start/first-org.ts';
import { refuseObstacles } from './start/reachability.ts';
import { findFreePort, localUrl } from './start/ports.ts';
import { runningDatabase, runningSamples } from './start/announcement.ts';
import { countRunningTurns, stoppingLine } from './start/running-turns.ts';
import { planSampleServices } from './start/sample-services.ts';
import { StopSignal } from './start/stop-signal.ts';
import { unknownSettings } from './start/unknown-settings.ts';
import { addedOrgs, welcome, type AddedOrg } from './start/welcome.ts';
import type { seedDemo } from './start/demo-seed.ts';
import { seedWithHistory } from './start/history/seed-with-history.ts';

/** Prints "[2/4] Starting the database … 3 s" while `work` runs. */
export interface StartProgress {
  step<Result>(title: string, work: (note: (text: string) => void) => Promise<Result>): Promise<Result>;
}

export interface StartOptions {
  /** Entry points of the apps, in place of the compiled ones; for tests. */
  entries?: Record<'api' | 'worker' | 'admin', string>;
  environment?: NodeJS.ProcessEnv;
  print?: (text: string) => void;
  stop?: StopSignal;
  /** Receives a function that restarts the apps. */
  onReload?: (restartApps: () => void) => void;
  /** Creates the demo orgs; for tests. */
  seed?: typeof seedDemo;
  /** Replace the installed packs; for tests. */
  packs?: Pack[];
  /** The file whose names are checked. Default: `.env`. */
  envFile?: string;
}

/** Passes validation until the embedded database has a port. */
const URL_TO_COME = 'postgres://127.0.0.1/embedded';

/**
 * Starts everything on this machine and keeps it running until it is asked to stop.
 *
 * @returns the exit code.
 */
export async function start(progress: StartProgress, options: StartOptions = {}): Promise<number> {
  const print = options.print ?? ((text: string) => console.log(text));
  try {
    return await run(progress, { print, packs, ...options });
  } catch (error) {
    if (!isForeseen(error)) throw error;
    print(error.message);
    return 1;
  }
}

type Started = StartOptions & { print: (text: string) => void; packs: Pack[] };

interface Plan {
  variables: NodeJS.ProcessEnv;
  folder: DataFolder;
  options: Started;
}

/** Everything that was started and has to be stopped. */
interface Running {
  stop: StopSignal;
  databaseUrl: string;
  database?: EmbeddedDatabase;
  apps: AppProcess[];
}

async function run(progress: StartProgress, options: Started): Promise<number> {
  unknownSettings(options.envFile ?? '.env', options.packs).forEach(options.print);
  const variables = { ...(options.environment ?? process.env) };
  const planned = loadConfig({ ...variables, EMBEDDED_DATABASE_URL: URL_TO_COME });
  // Refuses a faulty pack once, before each app would at each try.
  new ToolRegistry(options.packs, platformTools);
  // A refused start creates no folder.
  await refuseObstacles(planned, variables);
  const folder = await DataFolder.open(planned.environment.DATA_DIR);
  const running: Running = {
    stop: options.stop ?? StopSignal.ofProcess(),
    databaseUrl: planned.database.url,
    apps: [],
  };
  try {
    const config = await startDatabase(progress, running, { planned, variables, folder, options });
    const samples = await planSampleServices(options.packs, variables, config.production);
    const childVariables = {
      ...variables,
      DATA_DIR: folder.path,
      SECRETS_KEY: config.environment.SECRETS_KEY ?? folder.secretsKey(),
      ...(config.database.kind === 'embedded' && { EMBEDDED_DATABASE_URL: config.database.url }),
      ...samples.variables,
      WORKER_PORT: variables.WORKER_PORT || String(await findFreePort()),
    };
    const demo = await progress.step('Preparing the demo org', async (note) => {
      if (!config.production) return prepareDemo(config, folder, childVariables, options, note);
      note('none with NODE_ENV=production');
      return undefined;
    });
    // The first start takes a while, in which another program may have taken a port.
    await refuseObstacles(planned, variables);
    const specs = [...samples.specs, ...appSpecs(loadConfig(childVariables), options.entries)];
    runningSamples.write(folder.path, { urls: samples.urls });
    await startApps(progress, running, { specs, variables: childVariables, folder, options });
    if (!running.stop.code.given) {
      const empty = config.production && !(await hasOrgs(config));
      options.print(welcome(demo?.file, config, { empty, added: demo?.added ?? [] }));
    }
    await running.stop.requested;
  } finally {
    await stopAll(running, options);
    runningDatabase.remove(folder.path);
    runningSamples.remove(folder.path);
    folder.close();
  }
  return running.stop.code.value;
}

/** @returns the configuration with the URL of the migrated database. */
async function startDatabase(
  progress: StartProgress,
  running: Running,
  { planned, variables, folder, options }: Plan & { planned: Config },
): Promise<Config> {
  const config = await progress.step('Starting the database', async (note) => {
    if (planned.database.kind === 'postgres') {
      note('DATABASE_URL');
      return planned;
    }
    running.database = await EmbeddedDatabase.start(folder.path, (problem) => {
      options.print(problem);
      running.stop.request(1);
    });
    runningDatabase.write(folder.path, { url: running.database.url });
    return loadConfig({ ...variables, EMBEDDED_DATABASE_URL: running.database.url });
  });
  running.databaseUrl = config.database.url;
  await progress.step('Migrating the database', async (note) => {
    const applied = await migrate(config.database, migrations);
    note(applied.length === 0 ? 'up to date' : `${applied.length} new`);
  });
  return config;
}

/** Resolves when all apps answer, or the start is stopped. */
async function startApps(
  progress: StartProgress,
  { apps, stop }: Running,
  { specs, variables, folder, options }: Plan & { specs: AppSpec[] },
): Promise<void> {
  await progress.step('Starting api, worker and console', async () => {
    for (const spec of specs)
      apps.push(AppProcess.start(spec, { variables, logs: folder.logs, print: options.print }));
    await Promise.race([Promise.all(apps.map((app) => app.ready())), stop.requested]);
  });
  options.onReload?.(() => {
    for (const app of apps) app.restartNow();
  });
}

/** Stops the apps, then their database; a second signal kills both. */
async function stopAll({ stop, apps, database, databaseUrl }: Running, { print }: Started): Promise<void> {
  const kill = stop.onSecond(() => {
    for (const app of apps) app.kill();
    database?.kill();
  });
  if (stop.code.given) {
    const turns = apps.length > 0 ? await countRunningTurns(databaseUrl) : 0;
    print(stoppingLine(turns, STOP_TIMEOUT_MS / 1_000));
  }
  await Promise.all(apps.map((app) => app.stop()));
  await database?.stop();
  kill();
  if (stop.code.given) print('Stopped.');
}

function appSpecs(config: Config, entries: StartOptions['entries']): AppSpec[] {
  const { HOST, API_PORT, ADMIN_PORT, WORKER_PORT } = config.environment;
  const ready = (port: number) => `${localUrl(HOST, port)}/health/ready`;
  const entryOf = (app: 'api' | 'worker' | 'admin') =>
    entries?.[app] ?? path.resolve(`dist/bundle/${app}.js`);
  return [
    { name: 'api', entry: entryOf('api'), readyUrl: ready(API_PORT) },
    { name: 'worker', entry: entryOf('worker'), readyUrl: ready(WORKER_PORT) },
    { name: 'console', entry: entryOf('admin'), readyUrl: ready(ADMIN_PORT) },
  ];
}

async function prepareDemo(
  config: Config,
  folder: DataFolder,
  variables: NodeJS.ProcessEnv,
  options: Started,
  note: (text: string) => void,
): Promise<{ file: DemoFile; added: AddedOrg[] }> {
  const file = demoFilePath(folder.path);
  const { CLOCK_AT } = config.environment;
  const seeding = {
    config: loadConfig(variables),
    clock: createClock(CLOCK_AT ? new Date(CLOCK_AT) : undefined),
    known: readDemoFile(file),
  };
  const demo = options.seed ? await options.seed(seeding) : await seedWithHistory(seeding, note);
  const written = writeDemoFile(file, config.environment, demo);
  return { file: written, added: addedOrgs(options.packs, demo, seeding.known) };
}
