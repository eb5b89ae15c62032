import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { eventually } from '../../../test/harness/eventually.ts';
import { DEFAULT_LIMITS } from '../limits.ts';
import { bombs } from '../testing/bombs.ts';
import { SandboxThread } from './sandbox-thread.ts';
import { threadCpuMs } from './thread-cpu-time.ts';

const RUN = 7;

describe('a thread whose program gives no sign of life', () => {
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
      seed: 1,
      startedAtMs: 0,
      leftMs: DEFAULT_LIMITS.wallMs,
    });
    hasHad(100);
    await eventually(async () => expect(thread.stuckRun(1_000)).toMatchObject({ run: RUN }));
  });
  afterEach(() => thread.stop());

  function hasHad(cpuMs: number | undefined): void {
    cpuMsOf = () => cpuMs;
  }

  it('is measured by the CPU time that it has had, not by how long others kept it waiting', async () => {
    await eventually(async () => {
      hasHad(100);
      thread.stuckRun(1_000);
      thread.stuckRun(1_050);
      hasHad(130);
      expect(thread.stuckRun(4_000)).toMatchObject({ run: RUN, ranMs: 30 });
    });
  });

  it('is measured by the clock where nobody tells its CPU time', async () => {
    hasHad(undefined);
    await eventually(async () => {
      const { forMs = 0, ranMs } = thread.stuckRun(performance.now()) ?? {};
      expect([forMs > 0, ranMs]).toEqual([true, forMs]);
    });
  });

  it('has CPU time that grows while it runs', async () => {
    cpuMsOf = threadCpuMs;
    const before = thread.stuckRun(performance.now())?.ranMs ?? Infinity;
    await eventually(async () => expect(thread.stuckRun(performance.now())?.ranMs).toBeGreaterThan(before));
  });
});
