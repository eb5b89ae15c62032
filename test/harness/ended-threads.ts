import type { Worker } from 'node:worker_threads';
import { SandboxThread } from '../../libs/sandbox/pool/sandbox-thread.ts';

/**
 * Watches sandbox threads that start from now on. `endLast` terminates one as a fault of the engine does: the sandbox
 * and its watchdog have not requested it.
 */
export function watchThreads() {
  const started: SandboxThread[] = [];
  let starting = 0;
  const start = SandboxThread.start.bind(SandboxThread);
  const spy = jest.spyOn(SandboxThread, 'start').mockImplementation(async (...given) => {
    starting += 1;
    const thread = await start(...given);
    starting -= 1;
    started.push(thread);
    return thread;
  });
  const worker = (thread: SandboxThread) => Reflect.get(thread, 'worker') as Worker;
  const end = (thread: SandboxThread) => worker(thread).terminate();
  return {
    get started(): number {
      return started.length;
    },
    get open(): number {
      return starting + started.filter((thread) => worker(thread).threadId >= 0).length;
    },
    /** True if the thread that started last has a program inside its engine. */
    isBusy: (): boolean => started.at(-1)?.stuckRun(performance.now()) !== undefined,
    endLast: async (): Promise<void> => {
      const last = started.at(-1);
      if (last) await end(last);
    },
    restore: (): void => spy.mockRestore(),
  };
}
