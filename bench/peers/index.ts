// npm run bench -- peers: ratios of the same turn on Turnpike and on its alternatives. See README.md beside this file.
import { StartRefusedError } from '../../scripts/start/start.errors.ts';
import { testServerUrl } from '../../test/harness/test-database.ts';
import { withClient } from '../../test/harness/with-client.ts';
import { startModel } from '../model.ts';
import { number, readOptions, text, whole } from '../options.ts';
import { writeResult } from '../result.ts';
import { round, runPeer, runTurnpike, type Figures } from './contestants.ts';
import { installPeers, peerVersions } from './install-peers.ts';

const { only, ...settings } = readOptions('peers', {
  turns: whole(1_000, 'turns per contestant at full load'),
  concurrency: whole(50, 'concurrent turns'),
  rate: whole(20, 'turns per second for the latency'),
  'rate-turns': whole(300, 'turns at that rate'),
  repeats: whole(3, 'runs per contestant'),
  processes: whole(2, 'processes per contestant'),
  'pool-size': whole(20, 'connections to PostgreSQL of each process'),
  'model-ms': number(0, 'milliseconds until the model answers'),
  only: text('A,B', 'only these contestants'),
});

const peer = (program: string, env: Record<string, string> = {}) => {
  return (modelUrl: string) => runPeer(program, env, modelUrl, settings);
};
/** The ratios compare the first contestant with each other one. */
const CONTESTANTS: Record<string, (modelUrl: string) => Promise<Figures>> = {
  'turnpike-redis': () => runTurnpike('redis', settings),
  'turnpike-postgres': () => runTurnpike('postgres', settings),
  langgraph: peer('langgraph', { PEER_DURABILITY: 'sync' }),
  'langgraph-async': peer('langgraph', { PEER_DURABILITY: 'async' }),
  dbos: peer('dbos'),
  'dbos-conversation': peer('dbos', { PEER_CONVERSATION: '1' }),
  mastra: peer('mastra'),
  'mastra-durable': peer('mastra', { PEER_DURABLE: '1' }),
};
const names = only?.split(',') ?? Object.keys(CONTESTANTS);
const unknown = names.filter((name) => !(name in CONTESTANTS));
if (unknown.length > 0)
  throw new StartRefusedError(
    `--only: expected some of ${Object.keys(CONTESTANTS).join(', ')}, found "${unknown.join(', ')}".`,
  );

await installPeers();
const model = await startModel({ rounds: 2, tools: 1, afterMs: settings['model-ms'] });
try {
  const runs = new Map<string, Figures[]>(names.map((name) => [name, []]));
  for (let repeat = 0; repeat < settings.repeats; repeat += 1) {
    // The order rotates, because the load of the machine changes during the run.
    for (const name of rotated(names, repeat)) {
      const figures = await CONTESTANTS[name]?.(model.url);
      if (!figures) continue;
      runs.get(name)?.push(figures);
      console.error(`${repeat + 1}/${settings.repeats} ${name}: ${JSON.stringify(figures)}`);
    }
  }
  const medians = Object.fromEntries([...runs].map(([name, all]) => [name, medianOf(all)]));
  const ours = medians[names[0] ?? ''];
  writeResult('peers', settings, {
    contestants: medians,
    ratios: {
      of: names[0],
      ...Object.fromEntries(
        Object.entries(medians)
          .slice(1)
          .map(([name, theirs]) => [name, ours && ratios(ours, theirs)]),
      ),
    },
    postgres: await serverSettings(),
    packages: peerVersions(),
  });
} finally {
  model.stop();
}

function rotated(all: string[], by: number): string[] {
  const start = by % all.length;
  return [...all.slice(start), ...all.slice(0, start)];
}

function medianOf(all: Figures[]): Figures {
  const median = (figure: (run: Figures) => number) => {
    const sorted = all.map(figure).toSorted((a, b) => a - b);
    return round(((sorted[(sorted.length - 1) >> 1] ?? 0) + (sorted[sorted.length >> 1] ?? 0)) / 2);
  };
  return {
    turnsPerSecond: median((run) => run.turnsPerSecond),
    cpuMsPerTurn: median((run) => run.cpuMsPerTurn),
    statementsPerTurn: median((run) => run.statementsPerTurn),
    turnMs: Object.fromEntries(
      ['p50', 'p95', 'p99'].map((percentile) => [percentile, median((run) => run.turnMs[percentile] ?? 0)]),
    ),
  };
}

/** Above 1 if Turnpike does more turns, or takes more time or statements, than the peer. */
function ratios(ours: Figures, theirs: Figures): object {
  const ratio = (one: number | undefined, other: number | undefined) =>
    Math.round(((one ?? 0) / (other ?? 0)) * 100) / 100;
  return {
    turnsPerSecond: ratio(ours.turnsPerSecond, theirs.turnsPerSecond),
    cpuMsPerTurn: ratio(ours.cpuMsPerTurn, theirs.cpuMsPerTurn),
    statementsPerTurn: ratio(ours.statementsPerTurn, theirs.statementsPerTurn),
    turnMs: {
      p50: ratio(ours.turnMs.p50, theirs.turnMs.p50),
      p95: ratio(ours.turnMs.p95, theirs.turnMs.p95),
    },
  };
}

/** The server settings that decide whether a commit waits for the disk. */
async function serverSettings(): Promise<Record<string, string>> {
  const { rows } = await withClient(testServerUrl(), (client) =>
    client.query<{ name: string; setting: string }>(
      `SELECT name, setting FROM pg_settings WHERE name IN ('fsync', 'synchronous_commit', 'server_version')`,
    ),
  );
  return Object.fromEntries(rows.map(({ name, setting }) => [name, setting]));
}
