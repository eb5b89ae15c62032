import { createClock, type Clock } from '#config';

export type CircuitState = 'closed' | 'open' | 'half_open';

export interface CircuitLimits {
  /** Consecutive failures after which the circuit opens. */
  failures: number;
  /** Number of orgs among whose calls they must be, none with more than its equal share. Calls without an org are one org's. */
  orgs: number;
  /** Time after which one trial call is allowed. */
  openMs: number;
}

/** The outcome of a call for the circuit of its service: `unknown` for an error that has another reason than the service. */
export type CallOutcome = { is: 'success' | 'unknown' } | { is: 'failure'; message: string };

/** A circuit breaker. A trial call that says nothing about the service leaves it half open: the next call is the trial. */
export class Circuit {
  state: CircuitState = 'closed';
  /** Message of the last failure; null while the circuit is closed. */
  failure: string | null = null;
  /** Start of the current state. */
  since: Date;
  /** Resolves at the end of the running trial call. */
  trial: Promise<void> | undefined;
  /** Consecutive failures by org, at most the share of an org. */
  private readonly failures = new Map<string | undefined, number>();
  /** On the scale of `performance.now()`. */
  private openUntil = 0;

  constructor(
    private readonly limits: CircuitLimits,
    private readonly changed: () => void,
    private readonly clock: Clock = createClock(),
  ) {
    this.since = clock.now();
  }

  /** Milliseconds until a trial call is allowed; 0 if the circuit is not open. */
  get openForMs(): number {
    return this.state === 'open' ? Math.max(0, this.openUntil - performance.now()) : 0;
  }

  /**
   * Begins a call, which is the trial unless the circuit is closed. The caller checks `openForMs` and `trial` before.
   *
   * @returns the function that takes the outcome; called once.
   */
  begin(orgId: string | undefined): (outcome: CallOutcome) => void {
    if (this.state === 'closed')
      // A late outcome says nothing about the time since the circuit opened.
      return (outcome) => this.state === 'closed' && this.note(outcome, orgId);
    if (this.state === 'open') this.turn('half_open');
    const trial = Promise.withResolvers<void>();
    this.trial = trial.promise;
    return (outcome) => {
      this.trial = undefined;
      this.note(outcome, orgId);
      trial.resolve();
    };
  }

  private note(outcome: CallOutcome, orgId: string | undefined): void {
    if (outcome.is === 'success') {
      this.failures.clear();
      this.failure = null;
      if (this.state !== 'closed') this.turn('closed');
    } else if (outcome.is === 'failure') {
      const { failures, orgs } = this.limits;
      const counted = Math.min(Math.ceil(failures / orgs), (this.failures.get(orgId) ?? 0) + 1);
      this.failures.set(orgId, counted);
      const all = [...this.failures.values()].reduce((sum, count) => sum + count, 0);
      if (this.state === 'closed' && (all < failures || this.failures.size < orgs)) return;
      this.failure = outcome.message;
      this.openUntil = performance.now() + this.limits.openMs;
      this.turn('open');
    }
  }

  private turn(state: CircuitState): void {
    this.state = state;
    this.since = this.clock.now();
    this.changed();
  }
}

/** Runs `work` as a call through the circuits, none of which is open or has a trial. `outcomeOf` judges its error. */
export async function callThrough<Result>(
  circuits: readonly Circuit[],
  work: () => Promise<Result>,
  outcomeOf: (error: unknown) => CallOutcome,
  orgId?: string,
): Promise<Result> {
  const begun = circuits.map((circuit) => circuit.begin(orgId));
  let outcome: CallOutcome = { is: 'success' };
  try {
    return await work();
  } catch (error) {
    outcome = outcomeOf(error);
    throw error;
  } finally {
    for (const end of begun) end(outcome);
  }
}
