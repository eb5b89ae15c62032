import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { surroundings } from './app-process.ts';

interface EndedProgram {
  code: number;
  out: string;
  err: string;
}

/** Runs a compiled file, such as `scripts/flags`, until it exits; `input` is its standard input. */
export async function runProgram(
  file: string,
  args: readonly string[],
  { env = {}, input = '' }: { env?: Record<string, string>; input?: string } = {},
): Promise<EndedProgram> {
  const entry = path.resolve('dist', `${file}.js`);
  const child = spawn(process.execPath, [entry, ...args], { env: { ...surroundings(), ...env } });
  child.stdin.end(input);
  const closed = once(child, 'close');
  const [out, err] = await Promise.all([text(child.stdout), text(child.stderr)]);
  const [code] = (await closed) as [number];
  return { code, out, err };
}
