// npm run bench -- peers: ratios of the same turn on Turnpike and on its alternatives. See README.md beside this file.
import { TEST_REDIS_URL } from '../../test/harness/services.ts';
import { testServerUrl } from '../../test/harness/test-database.ts';
import { withClient } from '../../test/harness/with-client.ts';
import { startModel } from '../model.ts';
import { number, readOptions, someOf, whole } from '../options.ts';
import { writeResult } from '../result.ts';
import { combine, median, round, rowsOf } from '../statistics.ts';
import { runPeer, runTurnpike, type Backend, type Measured } from './contestants.ts';
import { installPeers, peerVersions } from './install-peers.ts';

/** Backend and the parts that are switched off, by name. */
const OWN: Record<string, [backend: Backend, load: { without?: string }]> = {
  'turnpike-redis': ['redis', { without: 'summaries' }],
  'turnpike-redis-all': ['redis', {}],
  'turnpike-postgres': ['postgres', { without: 'summaries' }],
};
/** Program and variables by name. */
const PEERS: Record<string, [program: string, env: Record<string, string>]> = {
  bullmq: ['bullmq', { PEER_REDIS_URL: TEST_REDIS_URL }],
  'ai-sdk': ['ai-sdk', {}],
  langgraph: ['langgraph', { PEER_DURABILITY: 'sync' }],
  'langgraph-async': ['langgraph', { PEER_DURABILITY: 'async' }],
  dbos: ['dbos', {}],
  'dbos-conversation': ['dbos', { PEER_CONVERSATION: '1' }],
  mastra: ['mastra', {}],
  'mastra-durable': ['mastra', { PEER_DURABLE: '1' }],
};
const all = [...Object.keys(OWN), ...Object.keys(PEERS)];
const options = readOptions('peers', {
  turns: whole(1_000, 'turns per contestant at full load'),
  concurrency: whole(50, 'concurrent turns'),
  'warm-up': whole(20, 'turns of each sender before the measurement'),
  rate: whole(20, 'turns per second for the latency'),
  'rate-turns': whole(300, 'turns at that rate'),
  repeats: whole(3, 'runs per contestant'),
  processes: whole(2, 'processes per contestant'),
  'pool-size': whole(20, 'connections to PostgreSQL of each process'),
  'model-ms': number(0, 'milliseconds until the model answers'),
  only: someOf(all, 'only these contestants'),
});
const { only: names = all, ...settings } = options;

installPeers();
const model = await startModel({ rounds: 2, tools: 1, afterMs: settings['model-ms'] });
try {
  const runs = new Map<string, Measured[]>(names.map((name) => [name, []]));
  for (let repeat = 0; repeat < settings.repeats; repeat += 1) {
    // The order rotates, because the load of the machine changes during the run.
    const start = repeat % names.length;
    for (const name of [...names.slice(start), ...names.slice(0, start)]) {
      const figures = await run(name);
      runs.get(name)?.push(figures);
      console.error(`${repeat + 1}/${settings.repeats} ${name}: ${JSON.stringify(figures)}`);
    }
  }
  const middle = (values: number[]) => round(median(values), 2);
  const medians = Object.fromEntries([...runs].map(([name, figures]) => [name, combine(figures, middle)]));
  const [first, ...others] = Object.entries(medians);
  console.table(rowsOf(medians));
  writeResult('peers', settings, {
    contestants: medians,
    ratios: {
      of: first?.[0],
      ...Object.fromEntries(
        others.map(([name, theirs]) => [name, combine([first?.[1] ?? {}, theirs], ratio)]),
      ),
    },
    postgres: await serverSettings(),
    packages: peerVersions(),
  });
} finally {
  model.stop();
}

function run(name: string): Promise<Measured> {
  const own = OWN[name];
  if (own) return runTurnpike(...own, settings);
  const [program = '', env = {}] = PEERS[name] ?? [];
  return runPeer(program, env, model.url, settings);
}

/** Above 1 if Turnpike does more turns, or takes more time or bytes, than the peer; null if the peer has none. */
function ratio([ours = 0, theirs = 0]: number[]): number {
  return theirs === 0 ? Number.NaN : round(ours / theirs, 2);
}

/** The server settings that decide whether a commit waits for the disk. */
async function serverSettings(): Promise<Record<string, string>> {
  const { rows } = await withClient(testServerUrl(), (client) =>
    client.query<{ name: string; setting: string }>(
      `SELECT name, setting FROM pg_settings WHERE name IN ('fsync', 'synchronous_commit', 'full_page_writes', 'server_version')`,
    ),
  );
  return Object.fromEntries(rows.map(({ name, setting }) => [name, setting]));
}
