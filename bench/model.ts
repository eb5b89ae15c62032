import { fork } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';

/** A model of the benchmarks, which runs in a process of its own (`turns/model-server.ts`). */
export interface BenchModel {
  /** What providers take as their base address. */
  url: string;
  pid: number;
  stop(): void;
}

/**
 * Starts it. A benchmark that fails need not stop it: it does not keep the benchmark's process from ending, and ends with it.
 *
 * @param answers.rounds model calls of a turn.
 * @param answers.tools tool calls in each round but the last.
 * @param answers.afterMs milliseconds until it answers.
 */
export async function startModel(answers: {
  rounds: number;
  tools: number;
  afterMs: number;
}): Promise<BenchModel> {
  const given = { rounds: answers.rounds, tools: answers.tools, 'model-ms': answers.afterMs };
  const child = fork(
    path.join(import.meta.dirname, 'turns/model-server.js'),
    Object.entries(given).flatMap(([name, value]) => [`--${name}`, String(value)]),
  );
  const [{ port }] = (await once(child, 'message')) as [{ port: number }];
  child.unref();
  child.channel?.unref();
  return {
    url: `http://127.0.0.1:${port}/v1`,
    pid: child.pid ?? 0,
    stop: () => child.disconnect(),
  };
}
