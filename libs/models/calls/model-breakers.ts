import { createClock, type Clock } from '#config';
import { callThrough, Circuit, type CallOutcome, type CircuitState } from '#outbound';
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

/** Names the provider and model that a circuit guards, and the org whose calls it counts. */
interface CircuitPlace extends ModelTarget {
  orgId: string | null;
  /** The account: of an org, or null for the deployment's. */
  owner: string | null;
}

/** A circuit as shown in the console. */
export interface SeenCircuit extends ModelTarget, Pick<Circuit, 'state' | 'failure' | 'since'> {
  /** The only org that the circuit applies to; null for all that use the deployment's account. */
  orgId: string | null;
}

interface PlacedCircuit extends CircuitPlace {
  circuit: Circuit;
}

/**
 * Circuit breakers per provider and model, in this process. Each org has its own circuit, and the orgs that use the
 * deployment's account share another, which opens only if calls of several orgs fail in a row: even a status 500 or a
 * timeout can be due to the conversation of one org.
 */
export class ModelBreakers {
  private readonly circuits = new Map<string, PlacedCircuit>();
  private readonly listeners = new Set<() => void>();

  constructor(
    private readonly halfOpenAfterMs = HALF_OPEN_AFTER_MS,
    private readonly failuresToOpen = FAILURES_TO_OPEN,
    private readonly clock: Clock = createClock(),
    private readonly hasOwnKeys: HasOwnKeys = () => false,
  ) {}

  /** Milliseconds until a trial call is allowed; 0 if the circuit is not open. */
  openForMs(target: ModelTarget, orgId?: string): number {
    return Math.max(0, ...this.find(target, orgId).map((circuit) => circuit.openForMs));
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
    if (!this.find(target, orgId).some(({ trial }) => trial !== undefined)) return undefined;
    return { reason: 'it failed repeatedly; one call tries it', passes: true, lastResort: true };
  }

  /** Returns every circuit that a call has used, except closed ones of single orgs in the deployment's account. */
  seen(): SeenCircuit[] {
    return [...this.circuits.values()]
      .filter((placed) => isOfAccount(placed) || placed.circuit.state !== 'closed')
      .map(({ owner: _owner, circuit: { state, failure, since }, ...place }) => ({
        ...place,
        state,
        failure,
        since,
      }));
  }

  /**
   * Circuits of the deployment's account by state, for metrics. Those of orgs' own accounts are excluded: their models
   * can have any name, and each name would become a label. An open circuit whose wait has passed counts as half open
   * even without a call, since its state changes only with the next call.
   */
  states(): (ModelTarget & { state: CircuitState; count: number })[] {
    const counts = new Map<string, ModelTarget & { state: CircuitState; count: number }>();
    for (const { provider, model, owner, orgId, circuit } of this.circuits.values()) {
      if (owner !== null || (orgId !== null && circuit.state === 'closed')) continue;
      const state = circuit.state === 'open' && circuit.openForMs === 0 ? 'half_open' : circuit.state;
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
   * Runs a call through its circuits. While a trial call is running, it waits for the end of that call.
   *
   * @throws ModelError UNAVAILABLE, without a call, while a circuit is open; the reason of `signal` if it aborts
   *   the wait; else the error of `work`.
   */
  async run<Result>(
    target: ModelTarget,
    work: () => Promise<Result>,
    orgId?: string,
    signal?: AbortSignal,
  ): Promise<Result> {
    const circuits = this.placesOf(target, orgId).map((place) => this.circuitAt(place));
    for (let trying; (trying = circuits.find(({ trial }) => trial !== undefined));)
      await endOf(trying.trial, signal);
    const openForMs = Math.max(...circuits.map((circuit) => circuit.openForMs));
    if (openForMs > 0)
      throw new ModelError(
        'UNAVAILABLE',
        `${target.model} of ${target.provider} is not called after repeated failures.`,
        { retryAfterMs: Math.ceil(openForMs) },
      );
    // No await since the check, so that no other call becomes a trial in between.
    return callThrough(circuits, work, outcomeOf, orgId);
  }

  private find(target: ModelTarget, orgId: string | undefined): Circuit[] {
    return this.placesOf(target, orgId).flatMap((place) => this.circuits.get(nameOf(place))?.circuit ?? []);
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
      return known.circuit;
    }
    const changed = () => {
      for (const listener of this.listeners) listener();
    };
    const orgs = place.orgId === null ? 2 : 1;
    const limits = { failures: this.failuresToOpen, orgs, openMs: this.halfOpenAfterMs };
    const circuit = new Circuit(limits, changed, this.clock);
    this.circuits.set(name, { ...place, circuit });
    if (place.orgId !== null) this.forgetOld();
    if (isOfAccount(place)) changed();
    return circuit;
  }

  private forgetOld(): void {
    const own = [...this.circuits].filter(([, { orgId }]) => orgId !== null);
    for (const [name] of own.slice(0, -MAX_OWN_CIRCUITS)) this.circuits.delete(name);
  }
}

/** @throws the reason of `signal` if it aborts first. */
async function endOf(trial: Promise<void> | undefined, signal: AbortSignal | undefined): Promise<void> {
  signal?.throwIfAborted();
  const ended = Promise.withResolvers<void>();
  const giveUp = () => ended.reject(signal?.reason);
  void trial?.then(ended.resolve);
  signal?.addEventListener('abort', giveUp);
  await ended.promise.finally(() => signal?.removeEventListener('abort', giveUp));
}

function nameOf({ provider, model, orgId }: CircuitPlace): string {
  return orgId === null ? `${provider}/${model}` : `${orgId}/${provider}/${model}`;
}

/** True for the one circuit of an account and model that always exists. */
function isOfAccount({ orgId, owner }: CircuitPlace): boolean {
  return orgId === owner;
}

function outcomeOf(error: unknown): CallOutcome {
  const isFailure = error instanceof ModelError && BREAKING.has(error.errorClass);
  return isFailure ? { is: 'failure', message: error.message } : { is: 'unknown' };
}
