/** Maximum delay with which this process learns that a stored cooldown has ended, due to read time. */
const SLACK_MS = 1_000;

/** A key or a model of a provider's account. */
export interface Cooled {
  /** The provider, prefixed by the owner if the account is not the deployment's. */
  place: string;
  /** Fingerprint of the key, or id of the model. */
  name: string;
}

/** The reason why a key or a model is not used. */
export interface CooldownState {
  /** Remaining cooldown; 0 for a refused key. */
  cooldownMs: number;
  /** HTTP status with which the provider refused a key; null for a cooldown. */
  removedStatus: number | null;
}

/** Times on the scale of `now`. */
interface Known {
  untilMs: number;
  removedStatus: number | null;
  /** Time from which other processes can read the row; infinite while it is being written. */
  storedMs: number;
}

/** Cooldowns of keys or of models, and refusals of keys, as far as this process knows them. */
export class Cooldowns {
  /** Keyed by {@link keyOf}. */
  private readonly known = new Map<string, Known>();
  private readonly failures = new Map<string, number>();

  /** @param now in milliseconds, on a scale that does not jump. */
  constructor(readonly now: () => number = () => performance.now()) {}

  /**
   * Subscribes to the cooldowns of other processes, which arrive within 2 s. @returns a function that unsubscribes.
   */
  follow(): () => void {
    return () => undefined;
  }

  /** Undefined without a cooldown or refusal. */
  state(of: Cooled): CooldownState | undefined {
    const known = this.known.get(keyOf(of));
    if (!known) return undefined;
    const { untilMs, removedStatus } = known;
    if (removedStatus !== null) return { cooldownMs: 0, removedStatus };
    const cooldownMs = untilMs - this.now();
    return cooldownMs > 0 ? { cooldownMs, removedStatus } : undefined;
  }

  /** @returns the number of consecutive failures, including this one. */
  countFailure(of: Cooled): number {
    const count = (this.failures.get(keyOf(of)) ?? 0) + 1;
    this.failures.set(keyOf(of), count);
    return count;
  }

  forgetFailures(of: Cooled): void {
    this.failures.delete(keyOf(of));
  }

  async start(of: Cooled, cooldownMs: number): Promise<void> {
    this.set(of, { cooldownMs, removedStatus: null });
  }

  /** Stops the use until a person ends it. */
  async refuse(of: Cooled, removedStatus: number): Promise<void> {
    this.set(of, { cooldownMs: 0, removedStatus });
  }

  /** Ends the cooldown, and forgets the failures. */
  async end(of: Cooled): Promise<void> {
    this.forget(of);
  }

  /** Sets a state. {@link replaceAll} keeps it until it is {@link stored}. */
  private set(of: Cooled, { cooldownMs, removedStatus }: CooldownState): void {
    this.known.set(keyOf(of), { untilMs: this.now() + cooldownMs, removedStatus, storedMs: Infinity });
  }

  /** Marks the state as readable by other processes. If sharing failed, they have to detect it themselves. */
  stored(of: Cooled): void {
    const known = this.known.get(keyOf(of));
    if (known) known.storedMs = this.now();
  }

  /** @returns true if there was a state. */
  forget(of: Cooled): boolean {
    this.forgetFailures(of);
    return this.known.delete(keyOf(of));
  }

  /**
   * Replaces the local states by those read from the database from `readMs` on, except those that were set or stored
   * since. A cooldown that disappeared early was ended by an answer or a person, or could not be stored, so the next one
   * is short again.
   */
  replaceAll(states: readonly (Cooled & CooldownState)[], readMs: number): void {
    const read = new Set(states.map(keyOf));
    for (const [key, { untilMs, storedMs }] of this.known) {
      if (read.has(key) || storedMs >= readMs) continue;
      this.known.delete(key);
      if (untilMs - this.now() > SLACK_MS) this.failures.delete(key);
    }
    for (const state of states) {
      const known = this.known.get(keyOf(state));
      if (known && known.storedMs >= readMs) continue;
      this.set(state, state);
      this.stored(state);
    }
  }
}

function keyOf({ place, name }: Cooled): string {
  return `${place}/${name}`;
}
