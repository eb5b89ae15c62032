import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';

const PROGRAM = path.resolve(import.meta.dirname, '../scripts/bench.js');
const OUTPUT_BYTES = 10 * 1_024 * 1_024;

/** Runs another benchmark in a process of its own. @returns its result, which is the last line of the output. */
export async function runBench<Result>(
  name: string,
  options: Record<string, string | number>,
  env: NodeJS.ProcessEnv = process.env,
): Promise<Result> {
  const args = Object.entries(options).flatMap(([option, value]) => [`--${option}`, String(value)]);
  const { stdout } = await promisify(execFile)(process.execPath, [PROGRAM, name, ...args], {
    maxBuffer: OUTPUT_BYTES,
    env,
  });
  return JSON.parse(stdout.trim().split('\n').at(-1) ?? '') as Result;
}
