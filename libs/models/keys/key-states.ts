import { hash } from 'node:crypto';

/** First cooldown of a key if the provider gives no time; it doubles with each consecutive rate limit. */
const FIRST_COOLDOWN_MS = 2_000;
const LONGEST_OWN_COOLDOWN_MS = 300_000;
/** Maximum cooldown; longer times given by a provider are cut to it. */
const LONGEST_COOLDOWN_MS = 3_600_000;

/** Why a key cannot be used now. */
export type KeyObstacle = { kind: 'cooldown'; forMs: number } | { kind: 'removed'; status: number };

/**
 * States of keys that are in cooldown or were refused. Keys are identified by fingerprint and never stored. `place`
 * is the provider, prefixed by the owner of the key if that is not the deployment.
 */
export interface KeyStates {
  obstacle(place: string, apiKey: string): KeyObstacle | undefined;
  /**
   * Starts a cooldown because the provider limits the key (429): of `retryAfterMs`, or of a time that grows with each
   * consecutive limit.
   */
  startCooldown(place: string, apiKey: string, retryAfterMs?: number): Promise<void>;
  /** Disables the key because the provider refuses it (401, 403), until a person re-enables it. */
  remove(place: string, apiKey: string, status: number): Promise<void>;
  /** Records that the key has answered, so that its next cooldown is short again. */
  worked(place: string, apiKey: string): void;
}

/** Identifies a key without revealing it: 16 hexadecimal digits of its SHA-256. */
export function fingerprintOf(apiKey: string): string {
  return hash('sha256', apiKey, 'hex').slice(0, 16);
}

/** Cooldown after the `times`-th consecutive rate limit, in milliseconds. */
export function keyCooldownMs(times: number, retryAfterMs?: number): number {
  if (retryAfterMs !== undefined) return Math.min(Math.max(0, retryAfterMs), LONGEST_COOLDOWN_MS);
  return Math.min(FIRST_COOLDOWN_MS * 2 ** Math.min(times - 1, 16), LONGEST_OWN_COOLDOWN_MS);
}

interface KnownState {
  /** On the scale of `performance.now()`, which does not jump. */
  cooldownUntil: number;
  removedStatus?: number;
  /** Time from which other processes know the state, on the same scale; Infinity before. */
  storedMs: number;
}

/** The states known to this process. */
export class LocalKeyStates implements KeyStates {
  private readonly known = new Map<string, KnownState>();
  private readonly limited = new Map<string, number>();

  /** @param now in milliseconds, on a scale that does not jump. */
  constructor(readonly now: () => number = () => performance.now()) {}

  obstacle(place: string, apiKey: string): KeyObstacle | undefined {
    const state = this.known.get(placeOf(place, fingerprintOf(apiKey)));
    if (!state) return undefined;
    if (state.removedStatus !== undefined) return { kind: 'removed', status: state.removedStatus };
    const forMs = state.cooldownUntil - this.now();
    return forMs > 0 ? { kind: 'cooldown', forMs } : undefined;
  }

  async startCooldown(place: string, apiKey: string, retryAfterMs?: number): Promise<void> {
    this.set(place, fingerprintOf(apiKey), { cooldownMs: this.nextCooldownMs(place, apiKey, retryAfterMs) });
  }

  async remove(place: string, apiKey: string, status: number): Promise<void> {
    this.set(place, fingerprintOf(apiKey), { removedStatus: status });
  }

  worked(place: string, apiKey: string): void {
    this.limited.delete(placeOf(place, fingerprintOf(apiKey)));
  }

  /** Counts one more rate limit. @returns the cooldown in milliseconds. */
  nextCooldownMs(place: string, apiKey: string, retryAfterMs?: number): number {
    const known = placeOf(place, fingerprintOf(apiKey));
    const times = (this.limited.get(known) ?? 0) + 1;
    this.limited.set(known, times);
    return keyCooldownMs(times, retryAfterMs);
  }

  /** Sets a state. {@link replaceAll} keeps it until it is {@link stored}. */
  set(provider: string, fingerprint: string, state: { cooldownMs?: number; removedStatus?: number }): void {
    const { cooldownMs = 0, removedStatus } = state;
    const cooldownUntil = this.now() + cooldownMs;
    this.known.set(placeOf(provider, fingerprint), { cooldownUntil, removedStatus, storedMs: Infinity });
  }

  /** Marks the state as shared. If sharing failed, other processes have to detect it themselves. */
  stored(provider: string, fingerprint: string): void {
    const state = this.known.get(placeOf(provider, fingerprint));
    if (state) state.storedMs = this.now();
  }

  /** Replaces the local states by those read from the database from `readMs` on. */
  replaceAll(
    states: readonly { provider: string; fingerprint: string; cooldownMs?: number; removedStatus?: number }[],
    readMs: number,
  ): void {
    for (const [place, { storedMs }] of this.known) if (storedMs < readMs) this.known.delete(place);
    for (const { provider, fingerprint, ...state } of states) {
      // A state set locally after the read began is newer.
      if (this.known.has(placeOf(provider, fingerprint))) continue;
      this.set(provider, fingerprint, state);
      this.stored(provider, fingerprint);
    }
  }
}

function placeOf(provider: string, fingerprint: string): string {
  return `${provider}/${fingerprint}`;
}
