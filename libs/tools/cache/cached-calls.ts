import { setTimeout as delay } from 'node:timers/promises';
import type { PinoLogger } from 'nestjs-pino';
import { z } from 'zod';
import { toolErrorClass } from '#contracts';
import { recordToolCache } from '#telemetry';
import type { Attempted } from '../executor/attempts.ts';
import type { CallTime } from '../executor/call-time.ts';
import { ToolError } from '#pack-kit';
import type { CacheClaim, CacheKey, FlightEnd, ToolCache } from './tool-cache.ts';

/** Lease of a leader. If it expires, the leader is dead, and one of the waiting calls takes over. */
const LEASE_MS = 3_000;
const RENEW_MS = 1_000;
/** Larger results are not cached, because they would displace many small ones. */
const MAX_CONTENT_BYTES = 1024 * 1024;
/** Time to keep a failure, so that the waiting calls can read it. Later calls run again. */
const KEEP_FAILURE_MS = 2_000;
/** Polling interval of waiting calls: it grows from the first value to the second. */
const FIRST_PAUSE_MS = 20;
const LONGEST_PAUSE_MS = 200;

const failure = z.object({
  errorClass: toolErrorClass,
  message: z.string(),
  help: z.record(z.string(), z.unknown()).optional(),
});

/** A call whose result may come from the cache. */
export interface CacheableCall {
  tool: string;
  key: CacheKey;
  ttlMs: number;
  time: CallTime;
  run: () => Promise<Attempted<unknown>>;
}

export interface CachedAttempt extends Attempted<unknown> {
  /** True if the tool was not run: the result was cached, or another call with the same key fetched it. */
  cached?: boolean;
}

/** Runs a call at most once while its result is cached, and once for concurrent calls with the same key in all workers. */
export class CachedCalls {
  private unavailable = false;

  constructor(
    private readonly cache: ToolCache,
    private readonly logger: Pick<PinoLogger, 'warn' | 'info'>,
  ) {}

  /**
   * Returns the cached result, waits for a concurrent call with the same key, or runs the call. A waiting call also
   * receives a failure, takes over if the leader dies, and waits no longer than its own time limit. If the cache is
   * unavailable, the call runs without it.
   *
   * @throws the error of `run`, and the reason of the turn's signal when it aborts.
   */
  async run(call: CacheableCall): Promise<CachedAttempt> {
    let waitedFor: string | undefined;
    for (let pauseMs = FIRST_PAUSE_MS; ; pauseMs = Math.min(pauseMs * 1.5, LONGEST_PAUSE_MS)) {
      const claim = await this.claim(call, waitedFor);
      switch (claim?.kind) {
        case undefined:
          recordToolCache(call.tool, 'away');
          return call.run();
        case 'hit':
          recordToolCache(call.tool, waitedFor ? 'joined' : 'hit');
          return { attempts: 0, data: JSON.parse(claim.content), cached: true };
        case 'failed':
          recordToolCache(call.tool, 'joined');
          return { attempts: 0, error: readFailure(claim.content), cached: true };
        case 'lead':
          recordToolCache(call.tool, 'miss');
          return this.lead(call, claim.flight);
        case 'wait':
          waitedFor = claim.flight;
      }
      if (!(await pause(pauseMs, call.time))) return { attempts: 0, error: call.time.error() };
    }
  }

  private async claim(call: CacheableCall, waitedFor?: string): Promise<CacheClaim | undefined> {
    try {
      const claim = await this.cache.claim(call.key, LEASE_MS, waitedFor);
      if (this.unavailable) this.logger.info('the tool cache is back');
      this.unavailable = false;
      return claim;
    } catch (error) {
      this.logOutage(error);
      return undefined;
    }
  }

  private async lead(call: CacheableCall, flight: string): Promise<Attempted<unknown>> {
    const renewal = setInterval(() => {
      this.cache.renew(call.key, flight, LEASE_MS).catch((error: unknown) => this.logOutage(error));
    }, RENEW_MS);
    let end: FlightEnd | undefined;
    try {
      const attempted = await call.run();
      end = endOf(attempted, call.ttlMs);
      return attempted;
    } finally {
      clearInterval(renewal);
      await this.land(call.key, flight, end);
    }
  }

  private async land(key: CacheKey, flight: string, end: FlightEnd | undefined): Promise<void> {
    try {
      await (end ? this.cache.end(key, flight, end) : this.cache.giveUp(key, flight));
    } catch (error) {
      this.logOutage(error);
    }
  }

  /** Logs an outage once, not for every call. */
  private logOutage(error: unknown): void {
    if (!this.unavailable) this.logger.warn({ err: error }, 'the tool cache is away: calls run without it');
    this.unavailable = true;
  }
}

/** @returns undefined if the result cannot be cached; the waiting calls then run the tool themselves. */
function endOf({ data, error }: Attempted<unknown>, ttlMs: number): FlightEnd | undefined {
  const content = jsonOf(
    error ? { errorClass: error.errorClass, message: error.message, help: error.help } : data,
  );
  if (content === undefined || Buffer.byteLength(content) > MAX_CONTENT_BYTES) return undefined;
  return error
    ? { state: 'failed', content, keepMs: KEEP_FAILURE_MS }
    : { state: 'done', content, keepMs: ttlMs };
}

/** @returns undefined if the result is not JSON. That is an error of the tool, which `toOutcome` reports. */
function jsonOf(data: unknown): string | undefined {
  try {
    return JSON.stringify(data);
  } catch {
    return undefined;
  }
}

function readFailure(content: string): ToolError {
  const { errorClass, message, help } = failure.parse(JSON.parse(content));
  return new ToolError(errorClass, message, help);
}

/** @returns false if the time limit of the call is reached. */
async function pause(pauseMs: number, time: CallTime): Promise<boolean> {
  try {
    await delay(pauseMs, undefined, { signal: time.signal });
    return true;
  } catch {
    time.turn.throwIfAborted();
    return false;
  }
}
