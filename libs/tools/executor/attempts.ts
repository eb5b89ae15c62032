import { setTimeout as delay } from 'node:timers/promises';
import { DatabaseUnavailableError } from '#database';
import type { ToolErrorClass } from '#contracts';
import { type ChannelRules, type Tool, CallTakenOverError, ToolError } from '#pack-kit';
import type { CallTime } from './call-time.ts';
import { CircuitOpenError, type CircuitBreaker } from './circuit-breakers.ts';
import { mayHaveHappened } from './effect-outcome.ts';
import { raceWithAbort } from './race-with-abort.ts';
import { toToolError } from './tool-failure.ts';

/** Attempts in total and the waits between them, ±20 % (docs/tools.md, "Attempts and time"). */
const ATTEMPTS: Record<ChannelRules, { total: number; waitsMs: number[] }> = {
  chat: { total: 3, waitsMs: [250, 750] },
  voice: { total: 2, waitsMs: [150] },
};
const JITTER = 0.2;

const TRANSIENT: readonly ToolErrorClass[] = ['UPSTREAM_UNAVAILABLE', 'RATE_LIMITED', 'TIMEOUT'];

export interface Attempted<Data> {
  /** How often the tool was run: none where the circuit to its service is open, or the result was there already. */
  attempts: number;
  data?: Data;
  error?: ToolError;
  /** What the tool does may have been done by an attempt before the last one. */
  mayHaveHappened?: boolean;
}

/** What is tried. */
export interface Attempt<Data> {
  tool: Tool;
  channel: ChannelRules;
  time: CallTime;
  /** Of the outside service that the tool asks; absent where it asks none. */
  breaker?: CircuitBreaker;
  run: (signal: AbortSignal) => Promise<Data>;
}

/**
 * Calls `run` until it succeeds, fails for good, or has no attempts or time left.
 *
 * @throws the reason of the turn's signal when it aborts and CallTakenOverError, since there is nobody left to tell a
 *   result, and DatabaseUnavailableError when our own database is away.
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
      // It opened while this call waited: the last answer says more than that.
      if (thrown instanceof CircuitOpenError) return failedAfter(attempts - 1, error ?? thrown);
      unknown ||= error !== undefined && mayHaveHappened(error);
      error = thrown;
    }
    if (attempts >= total || time.isOver || !mayRepeat(tool, error)) return failedAfter(attempts, error);
    const waitMs =
      retryAfterMs(error) ?? (waitsMs[attempts - 1] ?? 0) * (1 + JITTER * (2 * Math.random() - 1));
    // A service that asks for more time than there is has answered; waiting for the limit would only hide that.
    if (waitMs >= time.leftMs) return failedAfter(attempts, error);
    try {
      await delay(waitMs, undefined, { signal: time.signal });
    } catch {
      time.turn.throwIfAborted();
      return failedAfter(attempts, time.error());
    }
    // Its server is known to be gone: another attempt would ask nobody, and count against the service all the same.
    if (tool.away?.() !== undefined) return failedAfter(attempts, error);
  }
}

/** @throws ToolError for every failure of the tool, and at the limit. */
async function runOnce<Data>({ tool, time, run }: Attempt<Data>): Promise<Data> {
  try {
    // A tool that ignores its signal still ends at the limit.
    return await raceWithAbort(run(time.signal), time.signal);
  } catch (thrown) {
    time.turn.throwIfAborted();
    // Ours is away, not the tool's service: nothing of this call can be recorded, the turn comes back.
    if (thrown instanceof DatabaseUnavailableError || thrown instanceof CallTakenOverError) throw thrown;
    throw time.isOver ? time.error() : toToolError(tool.name, thrown);
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
