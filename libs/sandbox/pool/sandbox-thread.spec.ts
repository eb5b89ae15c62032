import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { eventually } from '../../../test/harness/eventually.ts';
import { DEFAULT_LIMITS } from '../limits.ts';
import { bombs } from '../testing/bombs.ts';
import { SandboxThread } from './sandbox-thread.ts';
import { threadCpuMs } from './thread-cpu-time.ts';

const RUN = 7;

describe('a thread whose program sends no heartbeat', () => {
  let thread: SandboxThread;
  let cpuMsOf: typeof threadCpuMs;

  beforeEach(async () => {
    const file = createRequire(import.meta.url).resolve('quickjs-wasi/quickjs.wasm');
    const module = await WebAssembly.compile(await readFile(file));
    const events = { onMessage: () => undefined, onEnd: () => undefined };
    thread = await SandboxThread.start(module, 1, events, (name) => cpuMsOf(name));
    thread.post({
      ...DEFAULT_LIMITS,
      type: 'run',
      run: RUN,
      code: bombs['reverse that lies about its length'] ?? '',
      tools: [],
      otherTools: [],
      seed: 1,
      startedAtMs: 0,
      remainingMs: DEFAULT_LIMITS.wallMs,
    });
    hasHad(100);
    await eventually(async () => expect(thread.stuckRun(1_000)).toMatchObject({ run: RUN }));
  });
  afterEach(() => thread.stop());

  function hasHad(cpuMs: number | undefined): void {
    cpuMsOf = () => cpuMs;
  }

  it('is measured by its CPU time, not by wall-clock time', async () => {
    await eventually(async () => {
      hasHad(100);
      thread.stuckRun(1_000);
      thread.stuckRun(1_050);
      hasHad(130);
      expect(thread.stuckRun(4_000)).toMatchObject({ run: RUN, ranMs: 30 });
    });
  });

  it('is measured by wall-clock time if its CPU time is unknown', async () => {
    hasHad(undefined);
    await eventually(async () => {
      const { forMs = 0, ranMs } = thread.stuckRun(performance.now()) ?? {};
      expect([forMs > 0, ranMs]).toEqual([true, forMs]);
    });
  });

  it('uses more CPU time while it runs', async () => {
    cpuMsOf = threadCpuMs;
    const before = thread.stuckRun(performance.now())?.ranMs ?? Infinity;
    await eventually(async () => expect(thread.stuckRun(performance.now())?.ranMs).toBeGreaterThan(before));
  });
});
