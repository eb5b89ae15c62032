// npm run sandbox -- FILE [--tools demo]: runs a program file without any service and prints one JSON line.
import { randomInt } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { createClock } from '#config';
import { Sandbox } from '#sandbox';
import { callDemoTool, demoToolNames } from './sandbox/demo-tools.ts';

const USAGE = `Usage: npm run sandbox -- FILE [--tools demo]
Runs the program in FILE and prints { ok, value, errorCode, error, logs, toolCalls, wallMs, cpuMs, memoryBytes }.
Without --tools no tool is callable; the demo tools are: ${demoToolNames.join(', ')}.`;

const MAX_SEED = 2 ** 31;

function readArguments(): { file: string; tools: string[] } {
  const { values, positionals } = parseArgs({
    options: { tools: { type: 'string' } },
    allowPositionals: true,
  });
  const [file, ...more] = positionals;
  if (file === undefined || more.length > 0) throw new Error('one FILE is needed');
  if (values.tools !== undefined && values.tools !== 'demo') throw new Error('--tools is demo, or not given');
  return { file, tools: values.tools === 'demo' ? demoToolNames : [] };
}

async function main(): Promise<void> {
  let program: { code: string; tools: string[] };
  try {
    const { file, tools } = readArguments();
    program = { code: readFileSync(file, 'utf8'), tools };
  } catch (error) {
    console.error(`${error instanceof Error ? error.message : String(error)}\n${USAGE}`);
    process.exitCode = 2;
    return;
  }
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
    console.log(JSON.stringify({ ok, ...end, logs, toolCalls, wallMs, cpuMs, memoryBytes }));
  } finally {
    await sandbox.stop();
  }
}

await main();
