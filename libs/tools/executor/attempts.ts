import { setTimeout as delay } from 'node:timers/promises';
import { isTransientDatabaseError } from '#database';
import type { ToolErrorClass } from '#contracts';
import type { ChannelRules } from '../tool-context.ts';
import type { Tool } from '../tool.ts';
import { ToolError } from '../tool.errors.ts';

/** Attempts in total and the waits between them, ±20 % (`platform-tools` 5.3). */
const ATTEMPTS: Record<ChannelRules, { total: number; waitsMs: number[] }> = {
  chat: { total: 3, waitsMs: [250, 750] },
  voice: { total: 2, waitsMs: [150] },
};
const JITTER = 0.2;

/** Limit over all attempts and waits of one call. */
export const TOOL_TIMEOUT_MS = 25_000;

const TRANSIENT: readonly ToolErrorClass[] = ['UPSTREAM_UNAVAILABLE', 'RATE_LIMITED', 'TIMEOUT'];
const NETWORK_CODES = new Set(['ECONNRESET', 'ECONNREFUSED', 'EPIPE', 'ETIMEDOUT', 'ENOTFOUND', 'EAI_AGAIN', 'UND_ERR_SOCKET']);

export interface Attempted<Data> {
  attempts: number;
  data?: Data;
  error?: ToolError;
}

/**
 * Calls `run` until it succeeds, fails for good, or has no attempts or time left.
 *
 * @param signal of the turn: when it aborts, its reason is thrown, since there is nobody left to tell a result.
 */
export async function attempt<Data>(
  tool: Tool,
  channel: ChannelRules,
  signal: AbortSignal,
  run: (signal: AbortSignal) => Promise<Data>,
): Promise<Attempted<Data>> {
  const timeoutMs = Math.min(tool.timeoutMs ?? TOOL_TIMEOUT_MS, TOOL_TIMEOUT_MS);
  const deadline = AbortSignal.timeout(timeoutMs);
  const either = AbortSignal.any([signal, deadline]);
  const { total, waitsMs } = ATTEMPTS[channel];
  for (let attempts = 1; ; attempts += 1) {
    let error: ToolError;
    try {
      return { attempts, data: await raceWithAbort(run(either), either) };
    } catch (thrown) {
      signal.throwIfAborted();
      if (isTransientDatabaseError(thrown)) throw thrown;
      error = deadline.aborted ? timeoutError(tool.name, timeoutMs) : toToolError(tool.name, thrown);
    }
    if (attempts >= total || deadline.aborted || !mayRepeat(tool, error)) return { attempts, error };
    const waitMs = retryAfterMs(error) ?? (waitsMs[attempts - 1] ?? 0) * (1 + JITTER * (2 * Math.random() - 1));
    try {
      await delay(waitMs, undefined, { signal: either });
    } catch {
      signal.throwIfAborted();
      return { attempts, error: timeoutError(tool.name, timeoutMs) };
    }
  }
}

/** A tool that ignores its signal still ends at the limit. */
async function raceWithAbort<Data>(work: Promise<Data>, signal: AbortSignal): Promise<Data> {
  let onAbort: () => void = () => undefined;
  const aborted = new Promise<never>((_resolve, reject) => {
    onAbort = () => reject(signal.reason as Error);
    if (signal.aborted) onAbort();
    else signal.addEventListener('abort', onAbort, { once: true });
  });
  try {
    return await Promise.race([work, aborted]);
  } finally {
    signal.removeEventListener('abort', onAbort);
  }
}

/** After a time-out nobody knows whether something was sent. */
function mayRepeat(tool: Tool, error: ToolError): boolean {
  if (!TRANSIENT.includes(error.errorClass)) return false;
  return tool.sideEffect !== 'external' || tool.takesIdempotencyKey === true;
}

function retryAfterMs(error: ToolError): number | undefined {
  const value = error.help?.retryAfterMs;
  return typeof value === 'number' && value >= 0 ? value : undefined;
}

function timeoutError(tool: string, timeoutMs: number): ToolError {
  return new ToolError('TIMEOUT', `${tool} did not answer within ${timeoutMs / 1_000} s.`);
}

function toToolError(tool: string, thrown: unknown): ToolError {
  if (thrown instanceof ToolError) return thrown;
  const code = thrown instanceof Error && 'code' in thrown ? String(thrown.code) : '';
  if (NETWORK_CODES.has(code)) {
    return new ToolError('UPSTREAM_UNAVAILABLE', `The service behind ${tool} cannot be reached.`);
  }
  // Details are for the trace, not for the model: they may hold what nobody should read.
  const internal = new ToolError('INTERNAL', `${tool} failed because of a defect on our side.`);
  internal.cause = thrown;
  return internal;
}
