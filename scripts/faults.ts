// npm run faults: sends messages while processes are killed and services fail, then audits the outcome.
// See docs/faults.md.
import { modelFaults, runFaults, USUAL_FAULTS } from '../test/faults/run/fault-run.ts';
import type { Fault } from '../test/faults/run/faults.ts';
import { SmallDisk } from '../test/faults/run/small-disk.ts';
import { testServerUrl } from '../test/harness/test-database.ts';
import { runCommand, tellFindings } from './commands/run-command.ts';
import { faults as declared } from './commands/development-programs.ts';

await runCommand(declared, async ({ options }) => {
  const { 'kill-every': killEveryMs, 'model-faults': share, every: everyMs, faults, ...rest } = options;
  const report = await runFaults({
    ...rest,
    ...(killEveryMs > 0 && { kills: { everyMs: killEveryMs, by: 'clock' } }),
    everyMs,
    faults: faults ?? (await usualFaults()),
    model: modelFaults(share),
    duplicates: 0.1,
    say: (line) => console.error(line),
  });
  return tellFindings(report, 'Every promise was kept.', 'promises were broken.');
});

async function usualFaults(): Promise<Fault[]> {
  return (await SmallDisk.isPossible(testServerUrl())) ? [...USUAL_FAULTS, 'full-disk'] : USUAL_FAULTS;
}
