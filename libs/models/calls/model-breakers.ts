import {
  BrokenCircuitError,
  circuitBreaker,
  CircuitState,
  ConsecutiveBreaker,
  handleWhen,
  type CircuitBreakerPolicy,
} from 'cockatiel';
import { createClock, type Clock } from '#config';
import type { ModelObstacle } from '../language-model.ts';
import { ModelError, type ModelErrorClass } from '../model.errors.ts';
import { wayOwner, type AskedModel, type OwnKeys } from './model-ways.ts';

/** Failures in a row after which a model is left alone. */
const FAILURES_TO_OPEN = 5;
/** After this one call tries whether it is back. */
const HALF_OPEN_AFTER_MS = 15_000;

/** Circuits of orgs' own ways that are remembered; beyond, the one that was asked longest ago is forgotten. */
const MAX_OWN_CIRCUITS = 1_000;

/** Failures of the model itself; a limited or refused key is the key's affair. */
const BREAKING: ReadonlySet<ModelErrorClass> = new Set(['UNAVAILABLE', 'TIMEOUT', 'BROKEN_STREAM']);

export type CircuitName = 'closed' | 'open' | 'half_open';

/** A circuit as the console shows it. */
export interface SeenCircuit extends AskedModel {
  /** Whose own model it is; null for those of the deployment. */
  orgId: string | null;
  state: CircuitName;
  /** What was said when it failed last; null while all is well. */
  failure: string | null;
  /** Since when it is in this state. */
  since: Date;
}

interface Circuit extends SeenCircuit {
  policy: CircuitBreakerPolicy;
  /** On the scale of `performance.now()`. */
  openUntil: number;
}

/**
 * One circuit breaker per provider and model, in this process. What an org reaches in a way of its own, by its own model
 * or its own keys, has one for that org: its failures are no business of the others.
 */
export class ModelBreakers {
  private readonly circuits = new Map<string, Circuit>();
  private readonly listeners = new Set<() => void>();

  constructor(
    private readonly halfOpenAfterMs = HALF_OPEN_AFTER_MS,
    private readonly failuresToOpen = FAILURES_TO_OPEN,
    private readonly clock: Clock = createClock(),
    private readonly hasOwnKeys: OwnKeys = () => false,
  ) {}

  /** Milliseconds for which the model is left alone; 0 when it may be asked. */
  openForMs(asked: AskedModel, orgId?: string): number {
    const circuit = this.find(asked, orgId);
    if (circuit?.policy.state !== CircuitState.Open) return 0;
    return Math.max(0, circuit.openUntil - performance.now());
  }

  /** For the router. */
  obstacle(asked: AskedModel, orgId?: string): ModelObstacle | undefined {
    const forMs = this.openForMs(asked, orgId);
    if (forMs === 0) return this.trial(asked, orgId);
    return { reason: 'it failed repeatedly', againInMs: forMs, passes: true };
  }

  /** While one call tries whether the model is back: the others would wait for its end, so another one answers them. */
  trial(asked: AskedModel, orgId?: string): ModelObstacle | undefined {
    if (this.find(asked, orgId)?.policy.state !== CircuitState.HalfOpen) return undefined;
    return { reason: 'it failed repeatedly; one call tries it', passes: true, lastResort: true };
  }

  /** Every circuit that a call has gone through. */
  seen(): SeenCircuit[] {
    return [...this.circuits.values()].map(({ provider, model, orgId, state, failure, since }) => ({
      provider,
      model,
      orgId,
      state,
      failure,
      since,
    }));
  }

  /**
   * The circuits of the deployment by their state, for metrics. Those of orgs are left out: their models may have any
   * name, and each would be a label. An open one that may be tried again is half open, also where nobody asks: the
   * policy turns only with the next call.
   */
  states(): (AskedModel & { state: CircuitName; count: number })[] {
    const now = performance.now();
    return [...this.circuits.values()]
      .filter(({ orgId }) => orgId === null)
      .map(({ provider, model, state, openUntil }) => ({
        provider,
        model,
        state: state === 'open' && openUntil <= now ? 'half_open' : state,
        count: 1,
      }));
  }

  /** @returns the end of it. */
  onChange(listener: () => void): () => void {
    this.listeners.add(listener);
    return () => void this.listeners.delete(listener);
  }

  /**
   * While another call tries the model, it waits for that one's end.
   *
   * @throws ModelError UNAVAILABLE, without a call, while the circuit is open; what `signal` says when it aborts a wait;
   *   else what `work` throws.
   */
  async run<Result>(
    asked: AskedModel,
    work: () => Promise<Result>,
    orgId?: string,
    signal?: AbortSignal,
  ): Promise<Result> {
    const circuit = this.circuitOf(asked, orgId);
    try {
      // The policy would wait too, but not end with the signal.
      while (circuit.policy.state === CircuitState.HalfOpen) await nextState(circuit.policy, signal);
      return await circuit.policy.execute(work);
    } catch (error) {
      if (error instanceof ModelError && BREAKING.has(error.errorClass)) circuit.failure = error.message;
      if (!(error instanceof BrokenCircuitError)) throw error;
      throw new ModelError(
        'UNAVAILABLE',
        `${asked.model} of ${asked.provider} is left alone after failing repeatedly.`,
        { retryAfterMs: Math.ceil(this.openForMs(asked, orgId)) },
      );
    }
  }

  private find(asked: AskedModel, orgId: string | undefined): Circuit | undefined {
    return this.circuits.get(nameOf(asked, wayOwner(asked, orgId, this.hasOwnKeys)));
  }

  private circuitOf({ provider, model }: AskedModel, org: string | undefined): Circuit {
    const owner = wayOwner({ provider }, org, this.hasOwnKeys);
    const name = nameOf({ provider, model }, owner);
    const known = this.circuits.get(name);
    if (known) {
      // The first of the map is the one that was asked longest ago.
      this.circuits.delete(name);
      this.circuits.set(name, known);
      return known;
    }
    const policy = circuitBreaker(
      handleWhen((error) => error instanceof ModelError && BREAKING.has(error.errorClass)),
      { halfOpenAfter: this.halfOpenAfterMs, breaker: new ConsecutiveBreaker(this.failuresToOpen) },
    );
    const circuit: Circuit = {
      provider,
      model,
      orgId: owner,
      policy,
      openUntil: 0,
      state: 'closed',
      failure: null,
      since: this.clock.now(),
    };
    const turn = (state: CircuitName) => {
      circuit.state = state;
      circuit.since = this.clock.now();
      if (state === 'open') circuit.openUntil = performance.now() + this.halfOpenAfterMs;
      if (state === 'closed') circuit.failure = null;
      for (const listener of this.listeners) listener();
    };
    policy.onBreak(() => turn('open'));
    policy.onHalfOpen(() => turn('half_open'));
    policy.onReset(() => turn('closed'));
    this.circuits.set(name, circuit);
    if (owner !== null) this.forgetOld();
    for (const listener of this.listeners) listener();
    return circuit;
  }

  private forgetOld(): void {
    const own = [...this.circuits].filter(([, { orgId }]) => orgId !== null);
    for (const [name] of own.slice(0, -MAX_OWN_CIRCUITS)) this.circuits.delete(name);
  }
}

async function nextState(policy: CircuitBreakerPolicy, signal: AbortSignal | undefined): Promise<void> {
  signal?.throwIfAborted();
  const changed = Promise.withResolvers<void>();
  const giveUp = () => changed.reject(signal?.reason);
  const listening = policy.onStateChange(() => changed.resolve());
  signal?.addEventListener('abort', giveUp);
  try {
    await changed.promise;
  } finally {
    listening.dispose();
    signal?.removeEventListener('abort', giveUp);
  }
}

function nameOf({ provider, model }: AskedModel, owner: string | null): string {
  return owner === null ? `${provider}/${model}` : `${owner}/${provider}/${model}`;
}
