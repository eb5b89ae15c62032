const TRIES = 3;

/** Suites run in threads of one process. Node 22 has no `threadCpuUsage`, so there the other threads count as well. */
const usage: typeof process.cpuUsage = (before) => (process.threadCpuUsage ?? process.cpuUsage)(before);

/**
 * CPU time of `work` in ms, which does not depend on the load of the machine. If the first run takes more than
 * `enoughMs`, the result is the minimum of three runs, because memory of earlier suites may be collected during any of
 * them. `work` is told the number of the run, so that it can read another text if it remembers texts.
 */
export async function workMs(work: (run: number) => unknown, enoughMs: number): Promise<number> {
  let least = Infinity;
  for (let tries = 0; tries < TRIES && least > enoughMs; tries += 1) {
    const before = usage();
    await work(tries);
    const { user, system } = usage(before);
    least = Math.min(least, (user + system) / 1_000);
  }
  return least;
}
