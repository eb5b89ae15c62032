import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { PRELUDE } from '../guest/prelude.ts';
import { DEFAULT_LIMITS } from '../limits.ts';
import { Guest } from './guest.ts';
import { GuestRun } from './guest-run.ts';

const CPU_MS = 20;

/** Runs an endless loop whose thread gets `share` of the wall-clock time as CPU time. */
async function endlessLoop(share: number) {
  const file = createRequire(import.meta.url).resolve('quickjs-wasi/quickjs.wasm');
  const module = await WebAssembly.compile(await readFile(file));
  const image = Guest.prepare(module, PRELUDE);
  const guest = Guest.fromImage(module, image, {
    nowMs: () => 0,
    interrupted: () => true,
    hostCall: () => 0,
  });
  const used = jest
    .spyOn(process, 'threadCpuUsage')
    .mockImplementation(() => ({ user: performance.now() * share * 1_000, system: 0 }));
  const run = new GuestRun(
    {
      ...DEFAULT_LIMITS,
      type: 'run',
      run: 1,
      code: 'for (;;) {}',
      tools: [],
      seed: 1,
      startedAtMs: 0,
      remainingMs: DEFAULT_LIMITS.wallMs,
      cpuMs: CPU_MS,
    },
    guest,
    image,
    { heartbeat: () => undefined, callsPending: () => undefined },
  );
  guest.use(run);
  run.begin();
  used.mockRestore();
  return run.end && 'error' in run.end ? run.end.error : undefined;
}

describe('a program that does not stop', () => {
  it('ends with an error about CPU time if it has used its CPU time', async () => {
    expect(await endlessLoop(1)).toMatchObject({
      code: 'CPU_TIME',
      message: 'The program was stopped after its limit of 20 ms of CPU time.',
    });
  });

  it('ends with an error about wall-clock time if the machine is busy', async () => {
    expect(await endlessLoop(0)).toMatchObject({
      code: 'CPU_TIME',
      message: expect.stringMatching(/after running for 80 ms on the clock without .* 20 ms of CPU time/),
    });
  });
});
