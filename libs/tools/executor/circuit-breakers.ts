import type { PinoLogger } from 'nestjs-pino';
import type { ToolErrorClass } from '#contracts';
import { callThrough, Circuit, type CallOutcome } from '#outbound';
import { recordToolBreakerChange, type BreakerState } from '#telemetry';
import type { RegisteredTool } from '../registered-tool.ts';
import { ToolError } from '#pack-kit';

/** Consecutive unanswered attempts after which a service counts as down. */
const FAILURES_TO_OPEN = 5;
/** Time that a circuit stays open before one call tries the service again. */
const OPEN_MS = 15_000;
/** Maximum number of breakers. Beyond it, the least recently used one is dropped. */
const MAX_BREAKERS = 5_000;

/** Errors that count as an outage. A 429, a 500 or an invalid response comes from a service that is up. */
const DOWN: readonly ToolErrorClass[] = ['UPSTREAM_UNAVAILABLE', 'TIMEOUT'];
/** Errors that open the circuit of an MCP server. Its connection itself reports that the server is away, and when it is back. */
const DOWN_BESIDES_AWAY: readonly ToolErrorClass[] = ['TIMEOUT'];
/** Errors that count as an answer of the service. */
const ANSWERED: readonly ToolErrorClass[] = ['UPSTREAM_REJECTED', 'UPSTREAM_ERROR', 'RATE_LIMITED'];

/** The circuit is open, so the service was not called. Nothing was sent. */
export class CircuitOpenError extends ToolError {
  constructor(service: string) {
    super(
      'UPSTREAM_UNAVAILABLE',
      `The service ${service} did not answer recent calls, so this call was not sent. Try again later.`,
      { circuit: 'open', service },
    );
    this.name = 'CircuitOpenError';
  }
}

/** Circuit breaker of one service. */
export class CircuitBreaker {
  private readonly circuit: Circuit;

  constructor(
    readonly service: string,
    openMs: number,
    onChange: (state: BreakerState) => void,
    private readonly down = DOWN,
  ) {
    const limits = { failures: FAILURES_TO_OPEN, orgs: 1, openMs };
    this.circuit = new Circuit(limits, () => onChange(this.state));
  }

  get state(): BreakerState {
    return this.circuit.state;
  }

  /**
   * Runs one attempt, or rejects it at once while the circuit is open. After a pause, one attempt is let through; its
   * outcome closes the circuit or opens it again.
   *
   * @throws CircuitOpenError if `work` was not run; otherwise the error of `work`.
   */
  async run<Result>(work: () => Promise<Result>): Promise<Result> {
    if (this.circuit.openForMs > 0 || this.circuit.trial) throw new CircuitOpenError(this.service);
    return callThrough([this.circuit], work, (error) => this.outcomeOf(error));
  }

  private outcomeOf(error: unknown): CallOutcome {
    if (!(error instanceof ToolError)) return { is: 'unknown' };
    if (this.down.includes(error.errorClass)) return { is: 'failure', message: error.message };
    return { is: ANSWERED.includes(error.errorClass) ? 'success' : 'unknown' };
  }
}

/**
 * The circuit breakers of this process, one per outside service and org. Orgs configure the address and key of a
 * service in their settings, and a wrong address of one org must not block the others.
 */
export class CircuitBreakers {
  private readonly breakers = new Map<string, CircuitBreaker>();

  /** @param openMs time in milliseconds that a circuit stays open before one call tries the service again. */
  constructor(
    private readonly logger: Pick<PinoLogger, 'warn' | 'info'>,
    private readonly openMs = OPEN_MS,
  ) {}

  /** The breaker of the service that the tool calls; undefined if it calls none. */
  of(orgId: string, registered: RegisteredTool): CircuitBreaker | undefined {
    const service = serviceOf(registered);
    if (service === undefined) return undefined;
    const key = `${orgId}/${service}`;
    const breaker =
      this.breakers.get(key) ?? this.create(orgId, service, registered.tool.away ? DOWN_BESIDES_AWAY : DOWN);
    // Re-inserting keeps the map in the order of use.
    this.breakers.delete(key);
    this.breakers.set(key, breaker);
    if (this.breakers.size > MAX_BREAKERS) {
      const [longestAgo] = this.breakers.keys();
      if (longestAgo !== undefined) this.breakers.delete(longestAgo);
    }
    return breaker;
  }

  /** Number of breakers by service and state. */
  states(): { service: string; state: BreakerState; count: number }[] {
    const counts = new Map<string, { service: string; state: BreakerState; count: number }>();
    for (const { service, state } of this.breakers.values()) {
      const entry = counts.get(`${service}/${state}`) ?? { service, state, count: 0 };
      entry.count += 1;
      counts.set(`${service}/${state}`, entry);
    }
    return [...counts.values()];
  }

  private create(orgId: string, service: string, down: readonly ToolErrorClass[]): CircuitBreaker {
    const announce = (state: BreakerState) => {
      recordToolBreakerChange(service, state);
      if (state === 'open') {
        this.logger.warn({ orgId, service }, 'an outside service is down: its circuit is open');
      } else if (state === 'closed') {
        this.logger.info({ orgId, service }, 'an outside service is back: its circuit is closed');
      }
    };
    return new CircuitBreaker(service, this.openMs, announce, down);
  }
}

/** A tool that names no service has its own breaker, because a wrongly shared one could block a service that is up. */
function serviceOf({ tool, pack }: RegisteredTool): string | undefined {
  if (!tool.outbound) return undefined;
  return tool.outbound === true ? `${pack}/${tool.name}` : tool.outbound.service;
}
