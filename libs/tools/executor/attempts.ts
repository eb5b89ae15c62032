import { setTimeout as delay } from 'node:timers/promises';
import { DatabaseUnavailableError } from '#database';
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
const NETWORK_CODES =
  /^(ECONNRESET|ECONNREFUSED|ECONNABORTED|EPIPE|ETIMEDOUT|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|UND_ERR_(SOCKET|(CONNECT|HEADERS|BODY)_TIMEOUT))$/;
/** Errors wrap each other; a cause deeper than this is none that a network error would have. */
const MAX_CAUSES = 5;

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
  signal.throwIfAborted();
  const timeoutMs = Math.min(tool.timeoutMs ?? TOOL_TIMEOUT_MS, TOOL_TIMEOUT_MS);
  // A timer of our own, because AbortSignal.timeout() would keep the call's memory until its time is over.
  const deadline = new AbortController();
  const timer = setTimeout(() => deadline.abort(timeoutError(tool.name, timeoutMs)), timeoutMs);
  try {
    return await attemptUntil(deadline.signal, timeoutMs, { tool, channel, signal, run });
  } finally {
    clearTimeout(timer);
  }
}

interface Call<Data> {
  tool: Tool;
  channel: ChannelRules;
  signal: AbortSignal;
  run: (signal: AbortSignal) => Promise<Data>;
}

async function attemptUntil<Data>(
  deadline: AbortSignal,
  timeoutMs: number,
  { tool, channel, signal, run }: Call<Data>,
): Promise<Attempted<Data>> {
  const startedAt = performance.now();
  const either = AbortSignal.any([signal, deadline]);
  const { total, waitsMs } = ATTEMPTS[channel];
  for (let attempts = 1; ; attempts += 1) {
    let error: ToolError;
    try {
      return { attempts, data: await raceWithAbort(run(either), either) };
    } catch (thrown) {
      signal.throwIfAborted();
      // Ours is away, not the tool's service: nothing of this call can be recorded, the turn comes back.
      if (thrown instanceof DatabaseUnavailableError) throw thrown;
      error = deadline.aborted ? timeoutError(tool.name, timeoutMs) : toToolError(tool.name, thrown);
    }
    if (attempts >= total || deadline.aborted || !mayRepeat(tool, error)) return { attempts, error };
    const waitMs =
      retryAfterMs(error) ?? (waitsMs[attempts - 1] ?? 0) * (1 + JITTER * (2 * Math.random() - 1));
    // A service that asks for more time than there is has answered; waiting for the limit would only hide that.
    if (performance.now() - startedAt + waitMs >= timeoutMs) return { attempts, error };
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

/** After a time-out nobody knows whether something was sent; a service that said "too many" has done nothing. */
function mayRepeat(tool: Tool, error: ToolError): boolean {
  if (!TRANSIENT.includes(error.errorClass)) return false;
  return (
    tool.sideEffect !== 'external' || tool.takesIdempotencyKey === true || error.errorClass === 'RATE_LIMITED'
  );
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
  if (isNetworkError(thrown)) {
    return new ToolError('UPSTREAM_UNAVAILABLE', `The service behind ${tool} cannot be reached.`);
  }
  // Details are for the trace, not for the model: they may hold what nobody should read.
  const internal = new ToolError('INTERNAL', `${tool} failed because of a defect on our side.`);
  internal.cause = thrown;
  return internal;
}

/** `fetch` hides what happened in the cause of its error. */
function isNetworkError(thrown: unknown): boolean {
  let error = thrown;
  for (let depth = 0; depth < MAX_CAUSES && typeof error === 'object' && error !== null; depth += 1) {
    if ('code' in error && typeof error.code === 'string' && NETWORK_CODES.test(error.code)) return true;
    error = 'cause' in error ? error.cause : undefined;
  }
  return false;
}
