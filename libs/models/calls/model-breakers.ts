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
import { accountOwner, type ModelTarget, type HasOwnKeys } from './account-owner.ts';

/** Consecutive failures after which a circuit opens. */
const FAILURES_TO_OPEN = 5;
/** Time after which one trial call is allowed. */
const HALF_OPEN_AFTER_MS = 15_000;

/** Maximum number of circuits of orgs' own accounts; the least recently used one is dropped. */
const MAX_OWN_CIRCUITS = 1_000;

/** Failures of the model itself. Rate-limited and refused keys are handled per key. */
const BREAKING: ReadonlySet<ModelErrorClass> = new Set(['UNAVAILABLE', 'TIMEOUT', 'BROKEN_STREAM']);

export type CircuitName = 'closed' | 'open' | 'half_open';

/** A circuit as shown in the console. */
export interface SeenCircuit extends ModelTarget {
  /** The org whose own account is used; null for the deployment's. */
  orgId: string | null;
  state: CircuitName;
  /** Message of the last failure; null while the circuit is closed. */
  failure: string | null;
  /** Start of the current state. */
  since: Date;
}

interface Circuit extends SeenCircuit {
  policy: CircuitBreakerPolicy;
  /** On the scale of `performance.now()`. */
  openUntil: number;
}

/**
 * One circuit breaker per provider and model, in this process. Calls with an org's own model or keys have a separate
 * circuit, so that failures of one org do not affect others.
 */
export class ModelBreakers {
  private readonly circuits = new Map<string, Circuit>();
  private readonly listeners = new Set<() => void>();

  constructor(
    private readonly halfOpenAfterMs = HALF_OPEN_AFTER_MS,
    private readonly failuresToOpen = FAILURES_TO_OPEN,
    private readonly clock: Clock = createClock(),
    private readonly hasOwnKeys: HasOwnKeys = () => false,
  ) {}

  /** Milliseconds until a trial call is allowed; 0 if the circuit is not open. */
  openForMs(target: ModelTarget, orgId?: string): number {
    const circuit = this.find(target, orgId);
    if (circuit?.policy.state !== CircuitState.Open) return 0;
    return Math.max(0, circuit.openUntil - performance.now());
  }

  /** The obstacle reported to the router. */
  obstacle(target: ModelTarget, orgId?: string): ModelObstacle | undefined {
    const forMs = this.openForMs(target, orgId);
    if (forMs === 0) return this.trial(target, orgId);
    return { reason: 'it failed repeatedly', retryInMs: forMs, passes: true };
  }

  /**
   * Returns an obstacle while a trial call is running: other calls use another model, since they would wait for its
   * end.
   */
  trial(target: ModelTarget, orgId?: string): ModelObstacle | undefined {
    if (this.find(target, orgId)?.policy.state !== CircuitState.HalfOpen) return undefined;
    return { reason: 'it failed repeatedly; one call tries it', passes: true, lastResort: true };
  }

  /** Returns every circuit that a call has used. */
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
   * Circuits of the deployment by state, for metrics. Orgs' circuits are excluded: their models can have any name,
   * and each name would become a label. An open circuit whose wait has passed counts as half open even without a
   * call, since the policy changes state only with the next call.
   */
  states(): (ModelTarget & { state: CircuitName; count: number })[] {
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

  /** @returns a function that unsubscribes. */
  onChange(listener: () => void): () => void {
    this.listeners.add(listener);
    return () => void this.listeners.delete(listener);
  }

  /**
   * Runs a call through the circuit. While a trial call is running, it waits for the end of that call.
   *
   * @throws ModelError UNAVAILABLE, without a call, while the circuit is open; the reason of `signal` if it aborts
   *   the wait; else the error of `work`.
   */
  async run<Result>(
    target: ModelTarget,
    work: () => Promise<Result>,
    orgId?: string,
    signal?: AbortSignal,
  ): Promise<Result> {
    const circuit = this.circuitOf(target, orgId);
    try {
      // The policy would wait too, but would ignore the signal.
      while (circuit.policy.state === CircuitState.HalfOpen) await nextState(circuit.policy, signal);
      return await circuit.policy.execute(work);
    } catch (error) {
      if (error instanceof ModelError && BREAKING.has(error.errorClass)) circuit.failure = error.message;
      if (!(error instanceof BrokenCircuitError)) throw error;
      throw new ModelError(
        'UNAVAILABLE',
        `${target.model} of ${target.provider} is not called after repeated failures.`,
        { retryAfterMs: Math.ceil(this.openForMs(target, orgId)) },
      );
    }
  }

  private find(target: ModelTarget, orgId: string | undefined): Circuit | undefined {
    return this.circuits.get(nameOf(target, accountOwner(target, orgId, this.hasOwnKeys)));
  }

  private circuitOf({ provider, model }: ModelTarget, org: string | undefined): Circuit {
    const owner = accountOwner({ provider }, org, this.hasOwnKeys);
    const name = nameOf({ provider, model }, owner);
    const known = this.circuits.get(name);
    if (known) {
      // Reinserting moves the circuit to the end: the first entry is the least recently used one.
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

function nameOf({ provider, model }: ModelTarget, owner: string | null): string {
  return owner === null ? `${provider}/${model}` : `${owner}/${provider}/${model}`;
}
