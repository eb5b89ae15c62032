import { hash } from 'node:crypto';

/** First pause of a key whose provider names none; it doubles with each refusal in a row. */
const FIRST_REST_MS = 2_000;
const LONGEST_OWN_REST_MS = 300_000;
/** A provider that asks for longer is asked again after this. */
const LONGEST_REST_MS = 3_600_000;

/** Why a key is not to be used now. */
export type KeyObstacle = { kind: 'resting'; forMs: number } | { kind: 'removed'; status: number };

/**
 * Which keys rest or were refused. Keys are known by their fingerprint; none is kept. `place` is the provider, after the
 * owner of the key where it is not the deployment's.
 */
export interface KeyStates {
  obstacle(place: string, apiKey: string): KeyObstacle | undefined;
  /** The provider limits the key (429): it rests for `retryAfterMs`, or for a pause that grows with each time. */
  rest(place: string, apiKey: string, retryAfterMs?: number): Promise<void>;
  /** The provider refuses the key (401, 403): it is out until a person puts it back. */
  remove(place: string, apiKey: string, status: number): Promise<void>;
  /** The key has answered: its next rest is a short one again. */
  worked(place: string, apiKey: string): void;
}

/** Tells keys apart without telling what they are: 16 hexadecimal digits of the SHA-256. */
export function fingerprintOf(apiKey: string): string {
  return hash('sha256', apiKey, 'hex').slice(0, 16);
}

/** Pause after the `times`-th refusal in a row, in milliseconds. */
export function restMs(times: number, retryAfterMs?: number): number {
  if (retryAfterMs !== undefined) return Math.min(Math.max(0, retryAfterMs), LONGEST_REST_MS);
  return Math.min(FIRST_REST_MS * 2 ** Math.min(times - 1, 16), LONGEST_OWN_REST_MS);
}

interface KnownState {
  /** On the scale of `performance.now()`, which does not jump. */
  cooldownUntil: number;
  removedStatus?: number;
  /** Since when others know of it, on the same scale; Infinity until they do. */
  storedMs: number;
}

/** The states as this process knows them. */
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
    return forMs > 0 ? { kind: 'resting', forMs } : undefined;
  }

  async rest(place: string, apiKey: string, retryAfterMs?: number): Promise<void> {
    this.set(place, fingerprintOf(apiKey), { cooldownMs: this.nextCooldownMs(place, apiKey, retryAfterMs) });
  }

  async remove(place: string, apiKey: string, status: number): Promise<void> {
    this.set(place, fingerprintOf(apiKey), { removedStatus: status });
  }

  worked(place: string, apiKey: string): void {
    this.limited.delete(placeOf(place, fingerprintOf(apiKey)));
  }

  /** Counts one more refusal. @returns how long the key rests for it. */
  nextCooldownMs(place: string, apiKey: string, retryAfterMs?: number): number {
    const known = placeOf(place, fingerprintOf(apiKey));
    const times = (this.limited.get(known) ?? 0) + 1;
    this.limited.set(known, times);
    return restMs(times, retryAfterMs);
  }

  /** It is kept, whatever other processes know, until it is {@link stored}. */
  set(provider: string, fingerprint: string, state: { cooldownMs?: number; removedStatus?: number }): void {
    const { cooldownMs = 0, removedStatus } = state;
    const cooldownUntil = this.now() + cooldownMs;
    this.known.set(placeOf(provider, fingerprint), { cooldownUntil, removedStatus, storedMs: Infinity });
  }

  /** From now on others know of it, or have to find it out for themselves. */
  stored(provider: string, fingerprint: string): void {
    const state = this.known.get(placeOf(provider, fingerprint));
    if (state) state.storedMs = this.now();
  }

  /** Puts what other processes know, as it was read from `readMs` on, in place of what is known here. */
  replaceAll(
    states: readonly { provider: string; fingerprint: string; cooldownMs?: number; removedStatus?: number }[],
    readMs: number,
  ): void {
    for (const [place, { storedMs }] of this.known) if (storedMs < readMs) this.known.delete(place);
    for (const { provider, fingerprint, ...state } of states) {
      // What was found out here since is newer.
      if (this.known.has(placeOf(provider, fingerprint))) continue;
      this.set(provider, fingerprint, state);
      this.stored(provider, fingerprint);
    }
  }
}

function placeOf(provider: string, fingerprint: string): string {
  return `${provider}/${fingerprint}`;
}
