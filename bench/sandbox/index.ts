// npm run bench -- sandbox: speed of programs, alone and next to hostile ones. See README.md beside this file.
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setTimeout as delay } from 'node:timers/promises';
import { Sandbox, type ProgramOutcome, type ToolAnswer } from '#sandbox';
import { number, readOptions, whole } from '../options.ts';
import { writeResult } from '../result.ts';
import { summarize } from '../statistics.ts';
import { BOMBS, LOOP, MEMORY_BOMB, records, SMALL, WAITING, type Bomb } from './programs.ts';

const WARM_UP_PROGRAMS = 200;
const STARTS = 200;
const AT_ONCE = 100;
/** The load under which the effect of hostile programs was measured before the engine was chosen. */
const BESIDE = { concurrency: 50, toolMs: 20 };
const MEMORY_BOMBS = 120;
const MEMORY_BOMBS_AT_ONCE = 10;
const QUIET_MS = 1_000;

const settings = readOptions('sandbox', {
  programs: whole(1_000, 'programs per series'),
  concurrency: whole(10, 'programs at the same time'),
  threads: whole(2, 'threads of the sandbox'),
  hostile: number(0.01, 'share of hostile programs in the series with some', 1),
});

const lag = monitorEventLoopDelay({ resolution: 1 });
const startedAt = performance.now();
const sandbox = await Sandbox.start({ threads: settings.threads });
const poolStartMs = performance.now() - startedAt;
try {
  const saturated = { concurrency: settings.concurrency, toolMs: 0 };
  await series(WARM_UP_PROGRAMS, saturated);
  const startMs = await startTimes();
  const alone = await series(settings.programs, saturated);
  const many = await series(Math.max(AT_ONCE, settings.programs), { concurrency: AT_ONCE, toolMs: 0 });
  const besideNone = await series(settings.programs, BESIDE);
  const rssBefore = await quietRss();
  const besideLoops = await series(settings.programs, BESIDE, [LOOP]);
  const besideAll = await series(settings.programs, BESIDE, BOMBS);
  const saturatedBesideAll = await series(settings.programs, saturated, BOMBS);
  const besideStrangers = await series(settings.programs, BESIDE, BOMBS, (at) => `stranger-${at}`);
  const rssAfterHostile = await quietRss();
  await memoryBombs();
  const rssAfterMemoryBombs = await quietRss();
  writeResult('sandbox', settings, {
    poolStartMs: Math.round(poolStartMs),
    startMs: summarize(startMs, [50, 95, 99]),
    programsPerSecond: alone.perSecond,
    cpuMsPerProgram: alone.cpuMsPerProgram,
    programMs: alone.programMs,
    memoryPerProgramBytes: alone.memoryBytes,
    failed: alone.failed,
    hostLoopLagMs: alone.hostLoopLagMs,
    atOnce: { programs: AT_ONCE, ...many },
    withHostile: {
      ...BESIDE,
      share: settings.hostile,
      none: besideNone,
      loops: besides(besideLoops, besideNone),
      all: besides(besideAll, besideNone),
    },
    withHostileSaturated: besides(saturatedBesideAll, alone),
    withHostileStrangers: besides(besideStrangers, besideNone),
    killedThreads: sandbox.killedThreads,
    rssBytes: {
      before: rssBefore,
      afterHostile: rssAfterHostile,
      [`after${MEMORY_BOMBS}MemoryBombs`]: rssAfterMemoryBombs,
    },
    wallMs: await wallClocks(),
  });
} finally {
  await sandbox.stop();
}

async function run(
  code: string,
  orgId: string,
  call: () => Promise<ToolAnswer> | ToolAnswer = () => ({ ok: true, value: records }),
): Promise<ProgramOutcome> {
  return sandbox.run({
    code,
    orgId,
    tools: ['list_records', 'never_answers'],
    call: async () => call(),
    startedAt: new Date(),
    seed: 1,
  });
}

/** Milliseconds from the call to the value of an empty program: the cost of a warm start. */
async function startTimes(): Promise<number[]> {
  const times: number[] = [];
  for (let at = 0; at < STARTS; at += 1) {
    const from = performance.now();
    await run('return 1', 'bench');
    times.push(performance.now() - from);
  }
  return times;
}

/**
 * Runs small programs with limited concurrency on a tool that takes `toolMs`. With `bombs`, every n-th program is hostile.
 * The hostile programs belong either to one org, like those of an attacker, or each to its own org, which no limit can
 * detect.
 */
async function series(
  programs: number,
  { concurrency, toolMs }: { concurrency: number; toolMs: number },
  bombs: readonly Bomb[] = [],
  hostileOrg = (_at: number) => `hostile-${bombs.length}-${concurrency}`,
) {
  let [next, failed, memoryBytes] = [0, 0, 0];
  const programMs: number[] = [];
  /** Milliseconds until the first tool call, including the wait for a thread. */
  const startMs: number[] = [];
  /** Count of each hostile program, by error code. */
  const ends: Record<string, Record<string, number>> = {};
  const everyNth = bombs.length > 0 && settings.hostile > 0 ? Math.round(1 / settings.hostile) : Infinity;
  const one = async () => {
    while (next < programs) {
      const at = next;
      next += 1;
      if ((at + 1) % everyNth === 0) {
        const { bomb, code } = bombs[Math.floor(at / everyNth) % bombs.length] as Bomb;
        const ran = await run(code, hostileOrg(at));
        const end = ran.ok ? 'ended by itself' : ran.errorCode;
        const ofBomb = (ends[bomb] ??= {});
        ofBomb[end] = (ofBomb[end] ?? 0) + 1;
        continue;
      }
      const from = performance.now();
      let hasStarted = false;
      const outcome = await run(SMALL, 'bench', async () => {
        if (!hasStarted) startMs.push(performance.now() - from);
        hasStarted = true;
        if (toolMs > 0) await delay(toolMs);
        return { ok: true, value: records };
      });
      programMs.push(performance.now() - from);
      memoryBytes = Math.max(memoryBytes, outcome.memoryBytes);
      failed += outcome.ok ? 0 : 1;
    }
  };
  lag.reset();
  lag.enable();
  const [from, cpuFrom] = [performance.now(), process.cpuUsage()];
  await Promise.all(Array.from({ length: concurrency }, one));
  const perSecond = Math.round(programs / ((performance.now() - from) / 1_000));
  const cpu = process.cpuUsage(cpuFrom);
  lag.disable();
  return {
    perSecond,
    cpuMsPerProgram: Math.round((cpu.user + cpu.system) / programs / 10) / 100,
    programMs: summarize(programMs, [50, 95, 99]),
    startMs: summarize(startMs, [50, 95, 99]),
    failed,
    memoryBytes,
    // The longest time for which the event loop of this process was blocked or did not get a core.
    hostLoopLagMs: Math.round(lag.max / 1e5) / 10,
    ...(bombs.length > 0 && { bombs: ends }),
  };
}

function besides(hostile: Awaited<ReturnType<typeof series>>, alone: Awaited<ReturnType<typeof series>>) {
  return { ...hostile, ofThroughputWithout: Math.round((hostile.perSecond / alone.perSecond) * 100) / 100 };
}

async function memoryBombs(): Promise<void> {
  let next = 0;
  const one = async () => {
    while (next < MEMORY_BOMBS) {
      next += 1;
      await run(MEMORY_BOMB.code, `memory-${next}`);
    }
  };
  await Promise.all(Array.from({ length: MEMORY_BOMBS_AT_ONCE }, one));
}

/** Milliseconds until the wall clock ends programs that only wait, with the default limits. */
async function wallClocks(): Promise<Record<string, number>> {
  const taken = await Promise.all(
    WAITING.map(async ({ bomb, code }) => {
      const { wallMs } = await run(code, `waits for ${bomb}`, () => new Promise(() => {}));
      return [bomb, Math.round(wallMs)] as const;
    }),
  );
  return Object.fromEntries(taken);
}

/** Resident memory of the whole process shortly after its last work, when the garbage collector has freed ended guests. */
async function quietRss(): Promise<number> {
  await delay(QUIET_MS);
  return process.memoryUsage().rss;
}
