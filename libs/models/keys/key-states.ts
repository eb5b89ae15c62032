import { hash } from 'node:crypto';
import { Cooldowns, type Cooled } from '../cooldowns/cooldowns.ts';

/** First cooldown of a key if the provider gives no time; it doubles with each consecutive rate limit. */
const FIRST_COOLDOWN_MS = 2_000;
const LONGEST_OWN_COOLDOWN_MS = 300_000;
/** Maximum cooldown; longer times given by a provider are cut to it. */
const LONGEST_COOLDOWN_MS = 3_600_000;

/** Why a key cannot be used now. */
export type KeyObstacle = { kind: 'cooldown'; forMs: number } | { kind: 'removed'; status: number };

/** Identifies a key without revealing it: 16 hexadecimal digits of its SHA-256. */
export function fingerprintOf(apiKey: string): string {
  return hash('sha256', apiKey, 'hex').slice(0, 16);
}

/** Cooldown after the `times`-th consecutive rate limit, in milliseconds. */
export function keyCooldownMs(times: number, retryAfterMs?: number): number {
  if (retryAfterMs !== undefined) return Math.min(Math.max(0, retryAfterMs), LONGEST_COOLDOWN_MS);
  return Math.min(FIRST_COOLDOWN_MS * 2 ** Math.min(times - 1, 16), LONGEST_OWN_COOLDOWN_MS);
}

/**
 * States of keys that are in cooldown or were refused, of this process or of all workers, as the cooldowns are. Keys are identified by
 * fingerprint and never stored. `place` is the provider, prefixed by the owner of the key if that is not the deployment.
 */
export class KeyStates {
  constructor(private readonly cooldowns = new Cooldowns()) {}

  /** As {@link Cooldowns.follow}. */
  follow(): () => void {
    return this.cooldowns.follow();
  }

  obstacle(place: string, apiKey: string): KeyObstacle | undefined {
    const state = this.cooldowns.state(cooledKey(place, apiKey));
    if (!state) return undefined;
    const { cooldownMs: forMs, removedStatus: status } = state;
    return status === null ? { kind: 'cooldown', forMs } : { kind: 'removed', status };
  }

  /**
   * Starts a cooldown because the provider limits the key (429): of `retryAfterMs`, or of a time that grows with each
   * consecutive limit.
   */
  startCooldown(place: string, apiKey: string, retryAfterMs?: number): Promise<void> {
    const key = cooledKey(place, apiKey);
    return this.cooldowns.start(key, keyCooldownMs(this.cooldowns.countFailure(key), retryAfterMs));
  }

  /** Disables the key because the provider refuses it (401, 403), until a person re-enables it. */
  remove(place: string, apiKey: string, status: number): Promise<void> {
    return this.cooldowns.refuse(cooledKey(place, apiKey), status);
  }

  /** Records that the key has answered, so that its next cooldown is short again. */
  worked(place: string, apiKey: string): void {
    this.cooldowns.forgetFailures(cooledKey(place, apiKey));
  }
}

function cooledKey(place: string, apiKey: string): Cooled {
  return { place, name: fingerprintOf(apiKey) };
}
