import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { testServerUrl } from '../../test/harness/test-database.ts';
import { withClient } from '../../test/harness/with-client.ts';
import { runBench } from '../run-bench.ts';
import { summarize } from '../statistics.ts';
import { PEERS_FOLDER } from './install-peers.ts';

interface PeersSettings {
  /** Number of turns at full load. */
  turns: number;
  concurrency: number;
  /** Turns per second at which latency is measured. */
  rate: number;
  'rate-turns': number;
  /** Processes of each peer, equal to the number of our API and worker processes. They share turns and connections. */
  processes: number;
  /** PostgreSQL connections per process. */
  'pool-size': number;
  'model-ms': number;
}

export interface Figures {
  turnsPerSecond: number;
  cpuMsPerTurn: number;
  statementsPerTurn: number;
  /** Milliseconds from sending a message to the end of its turn, at the fixed rate. */
  turnMs: Record<string, number>;
}

/** The figures of `bench turns` from which those of Turnpike are made. */
interface OwnFigures {
  turnsPerSecond: number;
  cpuMsPerTurn: { api: number; workers: number };
  roundtrips: number;
  turnMs: Record<string, number>;
  failed: number;
}

/** Runs Turnpike's own benchmark in a separate process: full load, then the fixed rate. */
export async function runTurnpike(backend: 'redis' | 'postgres', settings: PeersSettings): Promise<Figures> {
  const { concurrency, 'model-ms': modelMs } = settings;
  const bench = (load: { turns: number; rate?: number }) =>
    runBench<OwnFigures>(
      'turns',
      { backend, concurrency, 'model-ms': modelMs, ...load },
      { ...process.env, DATABASE_POOL_SIZE: `${settings['pool-size']}` },
    );
  const full = await bench({ turns: settings.turns });
  const rated = await bench({ turns: settings['rate-turns'], rate: settings.rate });
  if (full.failed + rated.failed > 0) throw new Error(`${full.failed + rated.failed} turns failed`);
  return {
    turnsPerSecond: full.turnsPerSecond,
    // As for a peer: only its own processes, without the database.
    cpuMsPerTurn: round(full.cpuMsPerTurn.api + full.cpuMsPerTurn.workers),
    statementsPerTurn: full.roundtrips,
    turnMs: rated.turnMs,
  };
}

interface PeerRun {
  latencyMs: number[];
  cpuMs: number;
  statements: number;
}

/** Runs one peer in its own processes and database: warm-up, full load, then the fixed rate. */
export async function runPeer(
  program: string,
  env: Record<string, string>,
  modelUrl: string,
  settings: PeersSettings,
): Promise<Figures> {
  const database = await createDatabase(`turnpike_bench_${program}_${process.pid}`);
  const processes: ChildProcess[] = [];
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
        },
      });
      processes.push(child);
      await answerOf(child);
    }
    const share = (count: number) => Math.ceil(count / settings.processes);
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
    const warm = await runAll('warm', settings.concurrency * 2, null);
    const full = await runAll('full', settings.turns, null);
    const rated = await runAll('rate', settings['rate-turns'], settings.rate);
    const count = (...all: { runs: PeerRun[] }[]) =>
      all.flatMap(({ runs }) => runs).reduce((sum, run) => sum + run.latencyMs.length, 0);
    const stored = await ask<number>(processes[0] as ChildProcess, { kind: 'stored' });
    if (stored !== count(warm, full, rated))
      throw new Error(`${program} ran ${count(warm, full, rated)} turns and stored ${stored}`);
    const perTurn = (figure: (run: PeerRun) => number) =>
      round(full.runs.reduce((sum, run) => sum + figure(run), 0) / count(full));
    return {
      turnsPerSecond: round(count(full) / full.elapsedS),
      cpuMsPerTurn: perTurn((run) => run.cpuMs),
      statementsPerTurn: perTurn((run) => run.statements),
      turnMs: summarize(
        rated.runs.flatMap((run) => run.latencyMs),
        [50, 95, 99],
      ),
    };
  } finally {
    for (const child of processes) {
      // A process that has died already failed the run.
      if (child.exitCode !== null || child.signalCode !== null) continue;
      const exited = once(child, 'exit');
      if (child.connected) child.disconnect();
      await exited;
    }
    await database.drop();
  }
}

function ask<Answer>(child: ChildProcess, request: object): Promise<Answer> {
  const answer = answerOf<Answer>(child);
  child.send(request);
  return answer;
}

async function answerOf<Answer>(child: ChildProcess): Promise<Answer> {
  const gone = once(child, 'exit').then(([code]) => {
    throw new Error(`The peer ended with exit code ${code}`);
  });
  const [answer] = (await Promise.race([once(child, 'message'), gone])) as [
    { figures: Answer; error?: string },
  ];
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

export function round(value: number): number {
  return Math.round(value * 10) / 10;
}
