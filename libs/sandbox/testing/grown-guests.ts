import { eventually } from '../../../test/harness/eventually.ts';
import { Sandbox } from '../sandbox.ts';
import { programOf } from './run-fixture.ts';

// A program of its own, because the memory of a process is shared by the suites that run in its threads.
const sandbox = await Sandbox.start({ threads: 1 });
// On a busy machine, filling the memory may take longer than the default CPU limit.
const filling = programOf(`const a = []; for (;;) a.push(new Array(1000).fill(1))`, {
  limits: { cpuMs: 2_000 },
});
for (let at = 0; at < 4; at += 1) {
  const outcome = await sandbox.run(filling);
  if (outcome.ok || outcome.errorCode !== 'MEMORY') throw new Error(JSON.stringify(outcome));
}
const fullBytes = process.memoryUsage.rss();
await eventually(async () => {
  const released = fullBytes - process.memoryUsage.rss();
  if (released < 20_000_000) throw new Error(`Of ${fullBytes} bytes, ${released} were released`);
}, 60_000);
await sandbox.stop();
console.log('released');
