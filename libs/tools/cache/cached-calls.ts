import { setTimeout as delay } from 'node:timers/promises';
import type { PinoLogger } from 'nestjs-pino';
import { z } from 'zod';
import { toolErrorClass } from '#contracts';
import { recordToolCache } from '#telemetry';
import type { Attempted } from '../executor/attempts.ts';
import type { CallTime } from '../executor/call-time.ts';
import { ToolError } from '#pack-kit';
import type { CacheClaim, CacheKey, FlightEnd, ToolCache } from './tool-cache.ts';

/** A leader that has been silent for this long is dead, and one of those who wait runs it. */
const LEASE_MS = 3_000;
const RENEW_MS = 1_000;
/** A result larger than this is not kept: it would push out many small ones. */
const MAX_CONTENT_BYTES = 1024 * 1024;
/** Long enough for those who wait to hear of it; nobody else is told. */
const KEEP_FAILURE_MS = 2_000;
/** Pauses between two looks of those who wait. */
const FIRST_PAUSE_MS = 20;
const LONGEST_PAUSE_MS = 200;

const failure = z.object({
  errorClass: toolErrorClass,
  message: z.string(),
  help: z.record(z.string(), z.unknown()).optional(),
});

/** One call whose result may come from the cache. */
export interface CacheableCall {
  tool: string;
  key: CacheKey;
  ttlMs: number;
  time: CallTime;
  run: () => Promise<Attempted<unknown>>;
}

export interface CachedAttempt extends Attempted<unknown> {
  /** It was not run: the result was there, or another call with the same key got it. */
  cached?: boolean;
}

/** Runs each call once while its result is kept, and once for all who ask for it at the same moment in any worker. */
export class CachedCalls {
  private away = false;

  constructor(
    private readonly cache: ToolCache,
    private readonly logger: Pick<PinoLogger, 'warn' | 'info'>,
  ) {}

  /**
   * Gives the result that is there, waits for the one that somebody is getting, or gets it. Whoever waits is told of
   * a failure too, runs it himself when the other one dies, and waits no longer than his own time. Without the cache
   * the call simply runs.
   *
   * @throws what `run` throws, and the reason of the turn's signal when it aborts.
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
      if (this.away) this.logger.info('the tool cache is back');
      this.away = false;
      return claim;
    } catch (error) {
      this.missing(error);
      return undefined;
    }
  }

  private async lead(call: CacheableCall, flight: string): Promise<Attempted<unknown>> {
    const renewal = setInterval(() => {
      this.cache.renew(call.key, flight, LEASE_MS).catch((error: unknown) => this.missing(error));
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
      this.missing(error);
    }
  }

  /** Said once, not for every call of an outage. */
  private missing(error: unknown): void {
    if (!this.away) this.logger.warn({ err: error }, 'the tool cache is away: calls run without it');
    this.away = true;
  }
}

/** @returns undefined for what cannot be kept: those who wait for it run it themselves. */
function endOf({ data, error }: Attempted<unknown>, ttlMs: number): FlightEnd | undefined {
  const content = jsonOf(
    error ? { errorClass: error.errorClass, message: error.message, help: error.help } : data,
  );
  if (content === undefined || Buffer.byteLength(content) > MAX_CONTENT_BYTES) return undefined;
  return error
    ? { state: 'failed', content, keepMs: KEEP_FAILURE_MS }
    : { state: 'done', content, keepMs: ttlMs };
}

/** A result that is no JSON is an error of the tool, which is told where the result is read. */
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

/** @returns false when the call's time is over. */
async function pause(pauseMs: number, time: CallTime): Promise<boolean> {
  try {
    await delay(pauseMs, undefined, { signal: time.signal });
    return true;
  } catch {
    time.turn.throwIfAborted();
    return false;
  }
}
