import {
  BrokenCircuitError,
  circuitBreaker,
  CircuitState,
  ConsecutiveBreaker,
  handleWhen,
  type CircuitBreakerPolicy,
} from 'cockatiel';
import type { ModelObstacle, ProviderName } from '../language-model.ts';
import { ModelError, type ModelErrorClass } from '../model.errors.ts';

/** Failures in a row after which a model is left alone. */
const FAILURES_TO_OPEN = 5;
/** After this one call tries whether it is back. */
const HALF_OPEN_AFTER_MS = 15_000;

/** Failures of the model itself; a limited or refused key is the key's affair. */
const BREAKING: ReadonlySet<ModelErrorClass> = new Set(['UNAVAILABLE', 'TIMEOUT', 'BROKEN_STREAM']);

export interface AskedModel {
  provider: ProviderName;
  model: string;
}

interface Circuit {
  policy: CircuitBreakerPolicy;
  /** On the scale of `performance.now()`. */
  openUntil: number;
}

/** One circuit breaker per provider and model, in this process. */
export class ModelBreakers {
  private readonly circuits = new Map<string, Circuit>();

  constructor(
    private readonly halfOpenAfterMs = HALF_OPEN_AFTER_MS,
    private readonly failuresToOpen = FAILURES_TO_OPEN,
  ) {}

  /** Milliseconds for which the model is left alone; 0 when it may be asked. */
  openForMs(asked: AskedModel): number {
    const circuit = this.circuits.get(nameOf(asked));
    if (circuit?.policy.state !== CircuitState.Open) return 0;
    return Math.max(0, circuit.openUntil - performance.now());
  }

  /** For the router. */
  obstacle(asked: AskedModel): ModelObstacle | undefined {
    const forMs = this.openForMs(asked);
    if (forMs === 0) return undefined;
    return {
      reason: `it failed repeatedly and is left alone for another ${Math.ceil(forMs)} ms`,
      passes: true,
    };
  }

  /** @throws ModelError UNAVAILABLE, without a call, while the circuit is open; else what `work` throws. */
  async run<Result>(asked: AskedModel, work: () => Promise<Result>): Promise<Result> {
    try {
      return await this.circuitOf(asked).policy.execute(work);
    } catch (error) {
      if (!(error instanceof BrokenCircuitError)) throw error;
      throw new ModelError(
        'UNAVAILABLE',
        `${asked.model} of ${asked.provider} is left alone after failing repeatedly.`,
        { retryAfterMs: Math.ceil(this.openForMs(asked)) },
      );
    }
  }

  private circuitOf(asked: AskedModel): Circuit {
    const known = this.circuits.get(nameOf(asked));
    if (known) return known;
    const policy = circuitBreaker(
      handleWhen((error) => error instanceof ModelError && BREAKING.has(error.errorClass)),
      { halfOpenAfter: this.halfOpenAfterMs, breaker: new ConsecutiveBreaker(this.failuresToOpen) },
    );
    const circuit: Circuit = { policy, openUntil: 0 };
    policy.onBreak(() => {
      circuit.openUntil = performance.now() + this.halfOpenAfterMs;
    });
    this.circuits.set(nameOf(asked), circuit);
    return circuit;
  }
}

function nameOf({ provider, model }: AskedModel): string {
  return `${provider}/${model}`;
}
