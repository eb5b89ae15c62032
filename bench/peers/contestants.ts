import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { testServerUrl } from '../../test/harness/test-database.ts';
import { withClient } from '../../test/harness/with-client.ts';
import { CostMeter, type Costs } from '../cost-meter.ts';
import { runBench } from '../run-bench.ts';
import { round, summarize } from '../statistics.ts';
import { PEERS_FOLDER } from './install-peers.ts';

/** The options of the benchmark. Concurrency and processes of a peer are those of our API and worker together. */
type PeersSettings = Record<
  'turns' | 'concurrency' | 'warm-up' | 'rate' | 'rate-turns' | 'processes' | 'pool-size' | 'model-ms',
  number
>;

export type Measured = {
  turnsPerSecond: number;
  /** Milliseconds of processor time: `apps` (the contestant's own processes), `postgres`, `redis`, and `all` of them. */
  cpuMsPerTurn: Record<string, number>;
  /** `statements`, `transactions`, `walKib` and `diskKib`. */
  postgresPerTurn: Record<string, number>;
  redisPerTurn: Costs['redis'];
  /** Milliseconds from sending a message to the end of its turn, at the fixed rate. */
  turnMs: Record<string, number>;
};

/** The result of `bench turns`. */
type OwnResult = Measured & { roundtrips: number; failed: number };

export type Backend = 'redis' | 'postgres';

/** Runs Turnpike's own benchmark in a separate process. */
async function runOwn(
  backend: Backend,
  { concurrency, 'warm-up': warmUp, 'model-ms': modelMs, 'pool-size': poolSize }: PeersSettings,
  load: Record<string, string | number>,
): Promise<OwnResult> {
  const figures = await runBench<OwnResult>(
    'turns',
    { backend, concurrency, 'warm-up': warmUp, 'model-ms': modelMs, ...load },
    { ...process.env, DATABASE_POOL_SIZE: `${poolSize}` },
  );
  if (figures.failed > 0) throw new Error(`${figures.failed} turns failed`);
  return figures;
}

/** Full load, then the fixed rate. */
export async function runTurnpike(
  backend: Backend,
  parts: { without?: string },
  settings: PeersSettings,
): Promise<Measured> {
  const { turns, 'rate-turns': rateTurns, rate } = settings;
  const full = await runOwn(backend, settings, { ...parts, turns });
  const rated = await runOwn(backend, settings, { ...parts, turns: rateTurns, rate });
  const { turnsPerSecond, cpuMsPerTurn, postgresPerTurn, redisPerTurn, roundtrips: statements } = full;
  return {
    turnsPerSecond,
    cpuMsPerTurn: cpuOf(cpuMsPerTurn),
    postgresPerTurn: { statements, ...postgresPerTurn },
    redisPerTurn,
    turnMs: rated.turnMs,
  };
}

function cpuOf({
  api = 0,
  workers = 0,
  postgres = 0,
  redis = 0,
}: Record<string, number>): Measured['cpuMsPerTurn'] {
  return { apps: round(api + workers, 2), postgres, redis, all: round(api + workers + postgres + redis, 2) };
}

interface PeerRun {
  latencyMs: number[];
  statements: number;
}

/** Runs one peer in its own processes and database: warm-up, full load, then the fixed rate. */
export async function runPeer(
  program: string,
  env: Record<string, string>,
  modelUrl: string,
  settings: PeersSettings,
): Promise<Measured> {
  const database = await createDatabase(`turnpike_bench_${program}_${process.pid}`);
  const meter = await CostMeter.open(database.url, env.PEER_REDIS_URL);
  const processes: ChildProcess[] = [];
  const share = (count: number) => Math.ceil(count / settings.processes);
  try {
    for (let index = 0; index < settings.processes; index += 1) {
      const child = fork(path.join(PEERS_FOLDER, 'programs', `${program}.mjs`), {
        cwd: PEERS_FOLDER,
        env: {
          ...process.env,
          NODE_ENV: 'production',
          ...env,
          PEER_DATABASE_URL: database.url,
          PEER_MODEL_URL: modelUrl,
          PEER_POOL_SIZE: `${settings['pool-size']}`,
          PEER_EXECUTOR: `bench-${index}`,
          PEER_CONCURRENCY: `${share(settings.concurrency)}`,
        },
      });
      processes.push(child);
      await ask(child);
    }
    const runAll = async (label: string, turns: number, ratePerS: number | null) => {
      const startedAt = performance.now();
      const runs = await Promise.all(
        processes.map((child, index) =>
          ask<PeerRun>(child, {
            kind: 'run',
            label: `${label}-${index}`,
            turns: share(turns),
            concurrency: share(settings.concurrency),
            ratePerS: ratePerS === null ? null : ratePerS / settings.processes,
          }),
        ),
      );
      return { runs, elapsedS: (performance.now() - startedAt) / 1_000 };
    };
    const warm = await runAll('warm', settings.concurrency * settings['warm-up'], null);
    const turns = share(settings.turns) * settings.processes;
    const pids = processes.map(({ pid = 0 }) => pid);
    const { result: full, costs } = await meter.perTurn(turns, { workers: pids }, () =>
      runAll('full', turns, null),
    );
    const rated = await runAll('rate', settings['rate-turns'], settings.rate);
    const ran = [warm, full, rated].flatMap(({ runs }) => runs.flatMap((run) => run.latencyMs)).length;
    // The AI SDK stores nothing.
    const stored = await ask<number | null>(processes[0] as ChildProcess, { kind: 'stored' });
    if (stored !== null && stored !== ran)
      throw new Error(`${program} ran ${ran} turns and stored ${stored}`);
    const latencyMs = rated.runs.flatMap((run) => run.latencyMs);
    const statements = full.runs.reduce((sum, run) => sum + run.statements, 0) / turns;
    return {
      turnsPerSecond: round(turns / full.elapsedS),
      cpuMsPerTurn: cpuOf(costs.cpuMs),
      postgresPerTurn: { statements: round(statements), ...costs.postgres },
      redisPerTurn: costs.redis,
      turnMs: summarize(latencyMs, [50, 95, 99]),
    };
  } finally {
    for (const child of processes) {
      // A process that has died already failed the run.
      if (child.exitCode !== null || child.signalCode !== null) continue;
      const exited = once(child, 'exit');
      if (child.connected) child.disconnect();
      await exited;
    }
    await meter.close();
    await database.drop();
  }
}

/** Sends a request, if there is one, and waits for the next answer. */
async function ask<Answer>(child: ChildProcess, request?: object): Promise<Answer> {
  const gone = once(child, 'exit').then(([code]) => {
    throw new Error(`The peer ended with exit code ${code}`);
  });
  const answered = once(child, 'message');
  if (request) child.send(request);
  const [answer] = (await Promise.race([answered, gone])) as [{ figures: Answer; error?: string }];
  if (answer.error !== undefined) throw new Error(answer.error);
  return answer.figures;
}

async function createDatabase(name: string): Promise<{ url: string; drop(): Promise<void> }> {
  const onServer = (statement: string) =>
    withClient(testServerUrl(), async (client) => void (await client.query(statement)));
  await onServer(`CREATE DATABASE "${name}"`);
  const url = new URL(testServerUrl());
  url.pathname = `/${name}`;
  return { url: url.href, drop: () => onServer(`DROP DATABASE IF EXISTS "${name}" WITH (FORCE)`) };
}
