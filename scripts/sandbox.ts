// npm run sandbox -- FILE [--tools demo]: runs a program without any service and prints one line of JSON.
import { randomInt } from 'node:crypto';
import { createClock } from '#config';
import { Sandbox } from '#sandbox';
import { textOf } from './commands/files.ts';
import { runCommand } from './commands/run-command.ts';
import { sandbox as declared } from './commands/development-programs.ts';
import { callDemoTool, demoToolNames } from './sandbox/demo-tools.ts';

const MAX_SEED = 2 ** 31;

await runCommand(declared, async ({ names: [file = ''], options }) => {
  const code = await textOf(file);
  const tools = options.tools === 'demo' ? demoToolNames : [];
  const sandbox = await Sandbox.start({ threads: 1, programsPerThread: 1 });
  try {
    const outcome = await sandbox.run({
      code,
      tools,
      otherTools: demoToolNames,
      orgId: 'command-line',
      call: callDemoTool,
      startedAt: createClock().now(),
      seed: randomInt(MAX_SEED),
    });
    const { ok, logs, toolCalls, memoryBytes } = outcome;
    const [wallMs, cpuMs] = [outcome.wallMs, outcome.cpuMs].map((ms) => Math.round(ms * 10) / 10);
    const end = outcome.ok
      ? { value: outcome.value, errorCode: null, error: null }
      : { value: null, errorCode: outcome.errorCode, error: outcome.error };
    if (end.errorCode === 'TOOL_NOT_ALLOWED') console.error(callableTools(tools));
    return JSON.stringify({ ok, ...end, logs, toolCalls, wallMs, cpuMs, memoryBytes });
  } finally {
    await sandbox.stop();
  }
});

function callableTools(tools: readonly string[]): string {
  if (tools.length > 0) return `The callable tools are: ${tools.join(', ')}.`;
  return `No tool is callable without --tools demo, which offers: ${demoToolNames.join(', ')}.`;
}
