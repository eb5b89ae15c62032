import { setTimeout as delay } from 'node:timers/promises';
import { DatabaseUnavailableError } from '#database';
import type { ToolErrorClass } from '#contracts';
import { type ChannelRules, type Tool, CallTakenOverError, ToolError } from '#pack-kit';
import type { CallTime } from './call-time.ts';
import { CircuitOpenError, type CircuitBreaker } from './circuit-breakers.ts';
import { mayHaveHappened } from './effect-outcome.ts';
import { raceWithAbort } from './race-with-abort.ts';
import { toToolError } from './tool-failure.ts';

/** Maximum number of attempts and the delays between them, ±20 % (docs/tools.md, "Attempts and time"). */
const ATTEMPTS: Record<ChannelRules, { total: number; waitsMs: number[] }> = {
  chat: { total: 3, waitsMs: [250, 750] },
  voice: { total: 2, waitsMs: [150] },
};
const JITTER = 0.2;

const TRANSIENT: readonly ToolErrorClass[] = ['UPSTREAM_UNAVAILABLE', 'RATE_LIMITED', 'TIMEOUT'];

export interface Attempted<Data> {
  /** Number of runs of the tool; 0 if the circuit of its service is open or the result existed already. */
  attempts: number;
  data?: Data;
  error?: ToolError;
  /** True if an attempt before the last one may have had the side effect. */
  mayHaveHappened?: boolean;
}

/** A unit of work with retries. */
export interface Attempt<Data> {
  tool: Tool;
  channel: ChannelRules;
  time: CallTime;
  /** Circuit breaker of the outside service; absent if the tool calls none. */
  breaker?: CircuitBreaker;
  run: (signal: AbortSignal) => Promise<Data>;
}

/**
 * Calls `run` until it succeeds, fails permanently, or has no attempts or time left.
 *
 * @throws the reason of the turn's signal when it aborts; CallTakenOverError when another worker has the call, because
 *   nobody needs the result; DatabaseUnavailableError when the platform's own database is unavailable.
 */
export async function attempt<Data>(work: Attempt<Data>): Promise<Attempted<Data>> {
  const { tool, channel, time, breaker } = work;
  time.turn.throwIfAborted();
  const { total, waitsMs } = ATTEMPTS[channel];
  let error: ToolError | undefined;
  let unknown = false;
  const failedAfter = (attempts: number, last: ToolError) => ({
    attempts,
    error: last,
    mayHaveHappened: unknown,
  });
  for (let attempts = 1; ; attempts += 1) {
    try {
      return { attempts, data: await (breaker ? breaker.run(() => runOnce(work)) : runOnce(work)) };
    } catch (thrown) {
      if (!(thrown instanceof ToolError)) throw thrown;
      // The circuit opened during the delay. The error of the last attempt is more useful than this one.
      if (thrown instanceof CircuitOpenError) return failedAfter(attempts - 1, error ?? thrown);
      unknown ||= error !== undefined && mayHaveHappened(error);
      error = thrown;
    }
    if (attempts >= total || time.isOver || !mayRepeat(tool, error)) return failedAfter(attempts, error);
    const waitMs =
      retryAfterMs(error) ?? (waitsMs[attempts - 1] ?? 0) * (1 + JITTER * (2 * Math.random() - 1));
    // If the service asks for a longer delay than the time left, its error is more useful than a timeout.
    if (waitMs >= time.leftMs) return failedAfter(attempts, error);
    try {
      await delay(waitMs, undefined, { signal: time.signal });
    } catch {
      time.turn.throwIfAborted();
      return failedAfter(attempts, time.error());
    }
    // The MCP server is gone. Another attempt would reach nothing, but count as a failure of the service.
    if (tool.away?.() !== undefined) return failedAfter(attempts, error);
  }
}

/** Runs one attempt. @throws ToolError for every failure of the tool, and at the time limit. */
async function runOnce<Data>({ tool, time, run }: Attempt<Data>): Promise<Data> {
  try {
    // The race ends the call at the limit even if the tool ignores its signal.
    return await raceWithAbort(run(time.signal), time.signal);
  } catch (thrown) {
    time.turn.throwIfAborted();
    // The platform's database is unavailable, not the tool's service. The call cannot be recorded; the turn is retried.
    if (thrown instanceof DatabaseUnavailableError || thrown instanceof CallTakenOverError) throw thrown;
    throw time.isOver ? time.error() : toToolError(tool.name, thrown);
  }
}

/** After a timeout, an external call may have been sent and is not retried. After a 429, the service has done nothing. */
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
