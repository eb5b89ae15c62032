import os from 'node:os';
import process from 'node:process';
import { CHECKS } from './checks/checks.mjs';
import { STOP_SIGNALS } from './lib/processes.mjs';

/**
 * `npm run check [-- name …]`: runs every check, even after a failure. Prints each start, each end with its time, the output
 * of each check, and `N passed, N failed` at the end. A signal stops it before the next check; checks that it interrupts
 * count neither as passed nor as failed.
 */
export async function check(names, { checks = CHECKS, print = console.log } = {}) {
  if (names.includes('--help') || names.includes('-h')) {
    print(
      `npm run check -- [NAME …]     without a name all of them\nChecks: ${Object.keys(checks).join(', ')}`,
    );
    return 0;
  }
  const unknown = names.filter((name) => !(name in checks));
  if (unknown.length > 0) {
    print(`No such check: ${unknown.join(', ')}. There are: ${Object.keys(checks).join(', ')}`);
    return 2;
  }
  const chosen = Object.entries(checks).filter(([name]) => names.length === 0 || names.includes(name));
  const queue = [...chosen];
  let [passed, failed] = [0, 0];
  let stoppedBy;
  const stop = (signal) => {
    stoppedBy = signal;
    queue.length = 0;
  };
  for (const signal of STOP_SIGNALS) process.on(signal, stop);
  const worker = async () => {
    for (let next = queue.shift(); next; next = queue.shift()) {
      const [name, run] = next;
      print(`runs   ${name}`);
      const startedAt = performance.now();
      const { ok, output } = await outcomeOf(run);
      if (stoppedBy) return;
      const seconds = ((performance.now() - startedAt) / 1_000).toFixed(1);
      print(`${ok ? 'ok    ' : 'FAILED'} ${name.padEnd(12)} ${seconds} s`);
      if (output) print(output.replaceAll(/^/gm, '       '));
      if (ok) passed += 1;
      else failed += 1;
    }
  };
  await Promise.all(Array.from({ length: Math.max(2, os.availableParallelism()) }, worker));
  for (const signal of STOP_SIGNALS) process.off(signal, stop);
  print(`${passed} passed, ${failed} failed`);
  if (stoppedBy) return 128 + os.constants.signals[stoppedBy];
  return failed > 0 ? 1 : 0;
}

/** A check returns `{ ok, output }`; the output is always shown. A check that throws has failed. */
async function outcomeOf(run) {
  try {
    return await run();
  } catch (error) {
    return { ok: false, output: error.stack ?? String(error) };
  }
}
