import { fork } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';

/** The model server of a benchmark, which runs in its own process (`turns/model-server.ts`). */
export interface BenchModel {
  url: string;
  /** Variables with which an installation uses this model. */
  env: Record<string, string>;
  pid: number;
  stop(): void;
}

/**
 * Starts the model server. The server does not keep the benchmark's process alive and ends with it, so a failed benchmark
 * need not stop it.
 *
 * @param answers.rounds model calls per turn.
 * @param answers.tools tool calls in each round except the last.
 * @param answers.afterMs milliseconds until the model answers.
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
  const url = `http://127.0.0.1:${port}/v1`;
  return {
    url,
    env: { MODEL_PROVIDER: 'openai', OPENAI_API_KEY: 'bench', OPENAI_BASE_URL: url, LOG_LEVEL: 'error' },
    pid: child.pid ?? 0,
    stop: () => child.disconnect(),
  };
}
