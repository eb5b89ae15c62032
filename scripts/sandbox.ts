// npm run sandbox -- FILE [--tools demo]: runs a program file without any service and prints one JSON line.
import { randomInt } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createClock } from '#config';
import { Sandbox } from '#sandbox';
import { readCommandLine, tellFailure } from './command-line.ts';
import { callDemoTool, demoToolNames } from './sandbox/demo-tools.ts';
import { StartRefusedError } from './start/start.errors.ts';

const USAGE = `Usage: npm run sandbox -- FILE [--tools demo]
Runs the program in FILE and prints { ok, value, errorCode, error, logs, toolCalls, wallMs, cpuMs, memoryBytes }.
Without --tools no tool is callable; the demo tools are: ${demoToolNames.join(', ')}.`;

const MAX_SEED = 2 ** 31;

function readProgram(): { code: string; tools: string[] } {
  const { values, positionals } = readCommandLine(USAGE, {
    options: { tools: { type: 'string' } },
    allowPositionals: true,
  });
  const [file, ...more] = positionals;
  if (file === undefined || more.length > 0) throw new StartRefusedError(`Expected one FILE.\n${USAGE}`);
  if (values.tools !== undefined && values.tools !== 'demo')
    throw new StartRefusedError(`--tools: expected demo, found "${values.tools}".\n${USAGE}`);
  return { code: codeOf(file), tools: values.tools === 'demo' ? demoToolNames : [] };
}

function codeOf(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    throw new StartRefusedError(`${file} cannot be read: ${(error as Error).message}`, { cause: error });
  }
}

function callableTools(tools: readonly string[]): string {
  if (tools.length > 0) return `The callable tools are: ${tools.join(', ')}.`;
  return `No tool is callable without --tools demo, which offers: ${demoToolNames.join(', ')}.`;
}

async function main(): Promise<void> {
  const program = readProgram();
  const sandbox = await Sandbox.start({ threads: 1, programsPerThread: 1 });
  try {
    const outcome = await sandbox.run({
      ...program,
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
    if (end.errorCode === 'TOOL_NOT_ALLOWED') console.error(callableTools(program.tools));
    console.log(JSON.stringify({ ok, ...end, logs, toolCalls, wallMs, cpuMs, memoryBytes }));
  } finally {
    await sandbox.stop();
  }
}

// 1 is left for what went wrong with the sandbox itself.
await main().catch((error: unknown) => {
  const code = tellFailure(error);
  process.exitCode = error instanceof StartRefusedError ? 2 : code;
});
