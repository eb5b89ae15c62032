import {
  BrokenCircuitError,
  circuitBreaker,
  CircuitState,
  ConsecutiveBreaker,
  handleWhen,
  type CircuitBreakerPolicy,
  type IBreaker,
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

/**
 * Failures of the model itself. Rate-limited and refused keys are handled per key, and answers that are unreadable or
 * over our limits concern one turn.
 */
const BREAKING: ReadonlySet<ModelErrorClass> = new Set(['UNAVAILABLE', 'TIMEOUT', 'BROKEN_STREAM']);

export type CircuitName = 'closed' | 'open' | 'half_open';

/** Names the provider and model that a circuit guards, and the org whose calls it counts. */
interface CircuitPlace extends ModelTarget {
  orgId: string | null;
  /** The account: of an org, or null for the deployment's. */
  owner: string | null;
}

/** A circuit as shown in the console. */
export interface SeenCircuit extends ModelTarget {
  /** The only org that the circuit applies to; null for all that use the deployment's account. */
  orgId: string | null;
  state: CircuitName;
  /** Message of the last failure; null while the circuit is closed. */
  failure: string | null;
  /** Start of the current state. */
  since: Date;
}

interface Circuit extends SeenCircuit, CircuitPlace {
  policy: CircuitBreakerPolicy;
  /** The orgs whose calls have failed since the last answer. */
  failing: Set<string | undefined>;
  /** On the scale of `performance.now()`. */
  openUntil: number;
}

/**
 * Circuit breakers per provider and model, in this process. Each org has its own circuit, and the orgs that use the
 * deployment's account share another, which opens only if calls of several orgs fail in a row: even a status 500 or a
 * timeout can be due to the conversation of one org.
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
    const open = this.find(target, orgId).filter(({ policy }) => policy.state === CircuitState.Open);
    return Math.max(0, ...open.map(({ openUntil }) => openUntil - performance.now()));
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
    if (!this.find(target, orgId).some(({ policy }) => policy.state === CircuitState.HalfOpen))
      return undefined;
    return { reason: 'it failed repeatedly; one call tries it', passes: true, lastResort: true };
  }

  /** Returns every circuit that a call has used, except closed ones of single orgs in the deployment's account. */
  seen(): SeenCircuit[] {
    const shown = [...this.circuits.values()].filter(
      (circuit) => isOfAccount(circuit) || circuit.state !== 'closed',
    );
    return shown.map(({ provider, model, orgId, state, failure, since }) => ({
      provider,
      model,
      orgId,
      state,
      failure,
      since,
    }));
  }

  /**
   * Circuits of the deployment's account by state, for metrics. Those of orgs' own accounts are excluded: their models
   * can have any name, and each name would become a label. An open circuit whose wait has passed counts as half open
   * even without a call, since the policy changes state only with the next call.
   */
  states(): (ModelTarget & { state: CircuitName; count: number })[] {
    const now = performance.now();
    const counts = new Map<string, ModelTarget & { state: CircuitName; count: number }>();
    for (const { provider, model, owner, openUntil, ...circuit } of this.circuits.values()) {
      if (owner !== null || (circuit.orgId !== null && circuit.state === 'closed')) continue;
      const state = circuit.state === 'open' && openUntil <= now ? 'half_open' : circuit.state;
      const name = `${provider}/${model}/${state}`;
      counts.set(name, { provider, model, state, count: (counts.get(name)?.count ?? 0) + 1 });
    }
    return [...counts.values()];
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
    const circuits = this.placesOf(target, orgId).map((place) => this.circuitAt(place));
    const noted = async () => {
      try {
        return await work();
      } catch (error) {
        if (isBreaking(error))
          for (const circuit of circuits) {
            circuit.failure = error.message;
            circuit.failing.add(orgId);
          }
        throw error;
      }
    };
    try {
      for (const { policy } of circuits)
        // The policy would wait too, but would ignore the signal.
        while (policy.state === CircuitState.HalfOpen) await nextState(policy, signal);
      return await circuits.reduceRight<() => Promise<Result>>(
        (run, { policy }) =>
          () =>
            policy.execute(run),
        noted,
      )();
    } catch (error) {
      if (!(error instanceof BrokenCircuitError)) throw error;
      throw new ModelError(
        'UNAVAILABLE',
        `${target.model} of ${target.provider} is not called after repeated failures.`,
        { retryAfterMs: Math.ceil(this.openForMs(target, orgId)) },
      );
    }
  }

  private find(target: ModelTarget, orgId: string | undefined): Circuit[] {
    return this.placesOf(target, orgId).flatMap((place) => this.circuits.get(nameOf(place)) ?? []);
  }

  /** The circuits that a call passes, the org's own first. */
  private placesOf({ provider, model }: ModelTarget, orgId: string | undefined): CircuitPlace[] {
    const owner = accountOwner({ provider }, orgId, this.hasOwnKeys);
    const place = { provider, model, owner };
    const own = orgId === undefined ? [] : [{ ...place, orgId }];
    return owner === null ? [...own, { ...place, orgId: null }] : own;
  }

  private circuitAt(place: CircuitPlace): Circuit {
    const name = nameOf(place);
    const known = this.circuits.get(name);
    if (known) {
      // Reinserting moves the circuit to the end: the first entry is the least recently used one.
      this.circuits.delete(name);
      this.circuits.set(name, known);
      return known;
    }
    const failing: Circuit['failing'] = new Set();
    const isShared = place.orgId === null;
    const policy = circuitBreaker(handleWhen(isBreaking), {
      halfOpenAfter: this.halfOpenAfterMs,
      breaker: isShared
        ? severalOrgsBreaker(this.failuresToOpen, failing)
        : new ConsecutiveBreaker(this.failuresToOpen),
    });
    const circuit: Circuit = {
      ...place,
      policy,
      failing,
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
    if (!isShared) this.forgetOld();
    if (isOfAccount(circuit)) for (const listener of this.listeners) listener();
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

function nameOf({ provider, model, orgId }: CircuitPlace): string {
  return orgId === null ? `${provider}/${model}` : `${orgId}/${provider}/${model}`;
}

/** True for the one circuit of an account and model that always exists. */
function isOfAccount({ orgId, owner }: Circuit): boolean {
  return orgId === owner;
}

function isBreaking(error: unknown): error is ModelError {
  return error instanceof ModelError && BREAKING.has(error.errorClass);
}

/** Opens after consecutive failures of at least two orgs, which `failing` names. Calls without an org count as one. */
function severalOrgsBreaker(failuresToOpen: number, failing: Set<unknown>): IBreaker {
  const consecutive = new ConsecutiveBreaker(failuresToOpen);
  return {
    state: undefined,
    success: () => {
      failing.clear();
      consecutive.success();
    },
    failure: () => consecutive.failure() && failing.size > 1,
  };
}
