// npm run bench -- sandbox: how fast programs run, alone and beside hostile ones. See README.md beside this file.
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setTimeout as delay } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { Sandbox, type ProgramOutcome, type ToolAnswer } from '#sandbox';
import { writeResult } from '../result.ts';
import { summarize } from '../statistics.ts';

/** The tools answer at once with so many records. */
const RECORDS = 50;
const WARM_UP_PROGRAMS = 200;
const STARTS = 200;
const AT_ONCE = 100;
const QUIET_MS = 1_000;

const { values } = parseArgs({
  options: {
    programs: { type: 'string', default: '1000' },
    concurrency: { type: 'string', default: '10' },
    threads: { type: 'string', default: '2' },
    hostile: { type: 'string', default: '0.01' },
  },
});
const settings = {
  programs: positive('programs'),
  concurrency: positive('concurrency'),
  threads: positive('threads'),
  hostile: Number(values.hostile),
};
if (!(settings.hostile >= 0 && settings.hostile <= 1)) throw new Error('--hostile is a share from 0 to 1');

const records = Array.from({ length: RECORDS }, (_, at) => ({
  id: at,
  title: `Record ${at}`,
  city: at % 3 ? 'Paphos' : 'Limassol',
  price: 50_000 + ((at * 7_919) % 400) * 1_000,
}));
const SMALL = `
  const [a, b, c] = await Promise.all([list_records({ page: 1 }), list_records({ page: 2 }), list_records({ page: 3 })]);
  const byCity = new Map();
  for (const row of [...a, ...b, ...c])
    if (row.price < 300000) byCity.set(row.city, [...(byCity.get(row.city) ?? []), row]);
  return [...byCity].map(([city, rows]) => ({
    city,
    cheapest: rows.sort((x, y) => x.price - y.price).slice(0, 3).map(({ id, price }) => ({ id, price })),
  }));`;
const HOSTILE: readonly { bomb: string; code: string }[] = [
  { bomb: 'endless loop', code: 'while (true) {}' },
  {
    bomb: 'endless microtasks',
    code: 'const f = () => Promise.resolve().then(f); f(); await new Promise(() => {})',
  },
  { bomb: 'array that grows', code: 'const a = []; for (;;) a.push(new Array(1000).fill(1))' },
  { bomb: 'exponential regular expression', code: `return /^(a+)+$/.test('a'.repeat(40) + 'b')` },
  { bomb: 'tool calls without end', code: 'for (;;) list_records({})' },
];

const lag = monitorEventLoopDelay({ resolution: 1 });
const startedAt = performance.now();
const sandbox = await Sandbox.start({ threads: settings.threads });
const poolStartMs = performance.now() - startedAt;
try {
  await series(WARM_UP_PROGRAMS, settings.concurrency, 0);
  const startMs = await startTimes();
  lag.enable();
  const alone = await series(settings.programs, settings.concurrency, 0);
  lag.disable();
  const aloneLagMs = lagMs();
  lag.reset();
  lag.enable();
  const many = await series(Math.max(AT_ONCE, settings.programs), AT_ONCE, 0);
  lag.disable();
  const manyLagMs = lagMs();
  const rssBefore = await quietRss();
  lag.reset();
  lag.enable();
  const beside = await series(settings.programs, settings.concurrency, settings.hostile);
  lag.disable();
  writeResult('sandbox', settings, {
    poolStartMs: Math.round(poolStartMs),
    startMs: summarize(startMs, [50, 95, 99]),
    programMs: summarize(alone.programMs, [50, 95, 99]),
    programsPerSecond: alone.perSecond,
    cpuMsPerProgram: alone.cpuMsPerProgram,
    memoryPerProgramBytes: alone.memoryBytes,
    atOnce: {
      programs: AT_ONCE,
      programsPerSecond: many.perSecond,
      cpuMsPerProgram: many.cpuMsPerProgram,
      programMs: summarize(many.programMs, [50, 95, 99]),
      startMs: summarize(many.startMs, [50, 95, 99]),
      failed: many.failed,
      hostLoopLagMs: manyLagMs,
    },
    withHostile: {
      share: settings.hostile,
      programsPerSecond: beside.perSecond,
      programMs: summarize(beside.programMs, [50, 95, 99]),
      innocentFailed: beside.failed,
      bombs: beside.bombs,
      killedThreads: sandbox.killedThreads,
      hostLoopLagMs: lagMs(),
    },
    failed: alone.failed,
    hostLoopLagMs: aloneLagMs,
    rssBytes: { before: rssBefore, afterHostile: await quietRss() },
  });
} finally {
  await sandbox.stop();
}

async function run(code: string, orgId: string, onCall?: () => void): Promise<ProgramOutcome> {
  return sandbox.run({
    code,
    orgId,
    tools: ['list_records'],
    call: async (): Promise<ToolAnswer> => {
      onCall?.();
      return { ok: true, value: records };
    },
    startedAt: new Date(),
    seed: 1,
  });
}

/** From the call to the value of a program that does nothing: what a warm start costs. */
async function startTimes(): Promise<number[]> {
  const times: number[] = [];
  for (let at = 0; at < STARTS; at += 1) {
    const from = performance.now();
    await run('return 1', 'bench');
    times.push(performance.now() - from);
  }
  return times;
}

async function series(programs: number, concurrency: number, hostileShare: number) {
  let [next, failed, memoryBytes] = [0, 0, 0];
  const programMs: number[] = [];
  /** Until the first call is asked for: what waits for a place in a thread is in it. */
  const startMs: number[] = [];
  /** How many of each bomb there were, by what ended them. */
  const bombs: Record<string, Record<string, number>> = {};
  const everyNth = hostileShare > 0 ? Math.round(1 / hostileShare) : Infinity;
  const one = async () => {
    while (next < programs) {
      const at = next;
      next += 1;
      // A hostile program in every so many, of an org of its own each time: the brake on orgs is not what is measured.
      if ((at + 1) % everyNth === 0) {
        const turn = Math.floor(at / everyNth) % HOSTILE.length;
        const { bomb, code } = HOSTILE[turn] as (typeof HOSTILE)[number];
        const ran = await run(code, `hostile-${at}`);
        const end = ran.ok ? 'ended by itself' : ran.errorCode;
        const ends = (bombs[bomb] ??= {});
        ends[end] = (ends[end] ?? 0) + 1;
        continue;
      }
      const from = performance.now();
      let hasStarted = false;
      const outcome = await run(SMALL, 'bench', () => {
        if (!hasStarted) startMs.push(performance.now() - from);
        hasStarted = true;
      });
      programMs.push(performance.now() - from);
      memoryBytes = Math.max(memoryBytes, outcome.memoryBytes);
      failed += outcome.ok ? 0 : 1;
    }
  };
  const [from, cpuFrom] = [performance.now(), process.cpuUsage()];
  await Promise.all(Array.from({ length: concurrency }, one));
  const perSecond = Math.round(programs / ((performance.now() - from) / 1_000));
  const cpu = process.cpuUsage(cpuFrom);
  const cpuMsPerProgram = Math.round((cpu.user + cpu.system) / programs / 10) / 100;
  return { programMs, startMs, perSecond, cpuMsPerProgram, failed, memoryBytes, bombs };
}

/** The longest time that this process's event loop was held, or not given a core. */
function lagMs(): number {
  return Math.round(lag.max / 1e5) / 10;
}

/** Of the whole process, a little after its last work: memory of ended guests is given back by the collector. */
async function quietRss(): Promise<number> {
  await delay(QUIET_MS);
  return process.memoryUsage().rss;
}

function positive(name: 'programs' | 'concurrency' | 'threads'): number {
  const number = Number(values[name]);
  if (!Number.isInteger(number) || number < 1) throw new Error(`--${name} is a whole number above 0`);
  return number;
}
