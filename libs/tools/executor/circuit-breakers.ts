import {
  circuitBreaker,
  CircuitState,
  ConsecutiveBreaker,
  handleWhen,
  isBrokenCircuitError,
  type CircuitBreakerPolicy,
} from 'cockatiel';
import type { PinoLogger } from 'nestjs-pino';
import type { ToolErrorClass } from '#contracts';
import { recordToolBreakerChange, type BreakerState } from '#telemetry';
import type { RegisteredTool } from '../registered-tool.ts';
import { ToolError } from '#pack-kit';

/** Attempts in a row that a service has left unanswered when it counts as down. */
const FAILURES_TO_OPEN = 5;
/** How long a service that is down is left alone before one call tries it. */
const OPEN_MS = 15_000;
/** Services of orgs that are remembered; beyond, the one that was asked longest ago is forgotten. */
const MAX_BREAKERS = 5_000;

/** The service is down. A 429 is the answer of one that is up, and 500 or rubbish too. */
const DOWN: readonly ToolErrorClass[] = ['UPSTREAM_UNAVAILABLE', 'TIMEOUT'];
/** It has answered, though not what was hoped for. */
const ANSWERED: readonly ToolErrorClass[] = ['UPSTREAM_REJECTED', 'UPSTREAM_ERROR', 'RATE_LIMITED'];

/** The service was not asked, since it is down. Nothing was sent. */
export class CircuitOpenError extends ToolError {
  constructor(service: string) {
    super(
      'UPSTREAM_UNAVAILABLE',
      `The service ${service} did not answer the last calls and is not asked for the moment. Try again later.`,
      { circuit: 'open', service },
    );
    this.name = 'CircuitOpenError';
  }
}

/** Keeps calls from a service that is down. */
export class CircuitBreaker {
  private readonly policy: CircuitBreakerPolicy;

  constructor(
    readonly service: string,
    openMs: number,
    onChange: (state: BreakerState) => void,
  ) {
    this.policy = circuitBreaker(
      handleWhen((error) => error instanceof ToolError && DOWN.includes(error.errorClass)),
      { halfOpenAfter: openMs, breaker: new ConsecutiveBreaker(FAILURES_TO_OPEN) },
    );
    this.policy.onStateChange((state) => onChange(nameOf(state)));
  }

  get state(): BreakerState {
    return nameOf(this.policy.state);
  }

  /**
   * Runs one attempt, or refuses it at once while the service is down. After a pause one attempt is let through, and
   * its end decides.
   *
   * @throws CircuitOpenError without having run it; what `work` throws otherwise.
   */
  async run<Result>(work: () => Promise<Result>): Promise<Result> {
    // The policy would make others wait for the end of the one that tries.
    if (this.policy.state === CircuitState.HalfOpen) throw new CircuitOpenError(this.service);
    let answer: { result: Result } | { error: ToolError };
    try {
      answer = await this.policy.execute(async () => answered(work));
    } catch (error) {
      throw isBrokenCircuitError(error) ? new CircuitOpenError(this.service) : error;
    }
    if ('error' in answer) throw answer.error;
    return answer.result;
  }
}

/** An answer that says no counts for the service as much as one that says yes. */
async function answered<Result>(
  work: () => Promise<Result>,
): Promise<{ result: Result } | { error: ToolError }> {
  try {
    return { result: await work() };
  } catch (error) {
    if (error instanceof ToolError && ANSWERED.includes(error.errorClass)) return { error };
    throw error;
  }
}

/**
 * The circuit breakers of this process, one per outside service and org: an org brings address and key of a service
 * with its settings, and one org's wrong address must not cut off the others.
 */
export class CircuitBreakers {
  private readonly breakers = new Map<string, CircuitBreaker>();

  /**
   * @param openMs how long an open circuit stays so before one call tries it.
   */
  constructor(
    private readonly logger: Pick<PinoLogger, 'warn' | 'info'>,
    private readonly openMs = OPEN_MS,
  ) {}

  /** That of the service that `registered` asks; undefined where it asks none. */
  of(orgId: string, registered: RegisteredTool): CircuitBreaker | undefined {
    const service = serviceOf(registered);
    if (service === undefined) return undefined;
    const key = `${orgId}/${service}`;
    const breaker = this.breakers.get(key) ?? this.open(orgId, service);
    // The last in the order of the map is the one that was asked last.
    this.breakers.delete(key);
    this.breakers.set(key, breaker);
    if (this.breakers.size > MAX_BREAKERS) {
      const [longestAgo] = this.breakers.keys();
      if (longestAgo !== undefined) this.breakers.delete(longestAgo);
    }
    return breaker;
  }

  /** How many are in which state, by service. */
  states(): { service: string; state: BreakerState; count: number }[] {
    const counts = new Map<string, { service: string; state: BreakerState; count: number }>();
    for (const { service, state } of this.breakers.values()) {
      const entry = counts.get(`${service}/${state}`) ?? { service, state, count: 0 };
      entry.count += 1;
      counts.set(`${service}/${state}`, entry);
    }
    return [...counts.values()];
  }

  private open(orgId: string, service: string): CircuitBreaker {
    return new CircuitBreaker(service, this.openMs, (state) => {
      recordToolBreakerChange(service, state);
      if (state === 'open') {
        this.logger.warn({ orgId, service }, 'an outside service is down: its circuit is open');
      } else if (state === 'closed') {
        this.logger.info({ orgId, service }, 'an outside service is back: its circuit is closed');
      }
    });
  }
}

/** A tool that names no service is one of its own: sharing by mistake would cut off a service that is up. */
function serviceOf({ tool, pack }: RegisteredTool): string | undefined {
  if (!tool.outbound) return undefined;
  return tool.outbound === true ? `${pack}/${tool.name}` : tool.outbound.service;
}

function nameOf(state: CircuitState): BreakerState {
  switch (state) {
    case CircuitState.Closed:
      return 'closed';
    case CircuitState.HalfOpen:
      return 'half_open';
    case CircuitState.Open:
    case CircuitState.Isolated:
      return 'open';
  }
}
