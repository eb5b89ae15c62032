import { ModelError, type ModelErrorClass } from '../model.errors.ts';
import { fingerprintOf, type KeyStates } from './key-states.ts';

export interface KeysOfProvider {
  /** Keys in order of use: each is used until it is in cooldown or refused, then the next. */
  apiKeys: readonly string[];
  /** Place under which their states are stored: {@link keyPlace}. */
  place: string;
  /** Display name of the provider. */
  label: string;
  /** Source of the keys in error messages. */
  keySetting: string;
}

/**
 * The place of key states. An org's key has its own state, even if another org or the deployment uses the same key.
 */
export function keyPlace(provider: string, owner: string | undefined): string {
  return owner === undefined ? provider : `${owner}/${provider}`;
}

/** The keys of a provider. Keys in cooldown and refused keys are skipped. */
export class ProviderKeys {
  constructor(
    private readonly keys: KeysOfProvider,
    private readonly states: KeyStates,
  ) {}

  usable(): string[] {
    return this.keys.apiKeys.filter((key) => !this.states.obstacle(this.keys.place, key));
  }

  /**
   * Returns why the last used key is no longer used; undefined if it is usable.
   *
   * @param fingerprint of that key.
   */
  endOf(fingerprint: string): string | undefined {
    const { apiKeys, place } = this.keys;
    const key = apiKeys.find((known) => fingerprintOf(known) === fingerprint);
    if (key === undefined) return 'KEY_REMOVED';
    const obstacle = this.states.obstacle(place, key);
    if (!obstacle) return undefined;
    return (obstacle.kind === 'cooldown' ? 'RATE_LIMITED' : 'KEY_REJECTED') satisfies ModelErrorClass;
  }

  get place(): string {
    return this.keys.place;
  }

  worked(apiKey: string): void {
    this.states.worked(this.keys.place, apiKey);
  }

  /** Puts a rate-limited key into cooldown, and disables a refused one. */
  async note(apiKey: string, { errorClass, options }: ModelError): Promise<void> {
    const { place } = this.keys;
    if (errorClass === 'RATE_LIMITED') await this.states.startCooldown(place, apiKey, options.retryAfterMs);
    if (errorClass === 'KEY_REJECTED') await this.states.remove(place, apiKey, options.status ?? 401);
  }

  /**
   * Returns why no key is usable: none is set, all were refused, or at least one is in cooldown. `retryAfterMs` is the
   * shortest remaining cooldown.
   */
  none(): ModelError {
    const { apiKeys, place, label, keySetting } = this.keys;
    if (apiKeys.length === 0)
      return new ModelError('NOT_CONFIGURED', `${label} is not configured: set ${keySetting}.`);
    const cooldowns = apiKeys.flatMap((key) => {
      const obstacle = this.states.obstacle(place, key);
      return obstacle?.kind === 'cooldown' ? [obstacle.forMs] : [];
    });
    if (cooldowns.length === 0)
      return new ModelError(
        'KEY_REJECTED',
        `${label} has rejected every key: check ${keySetting}, or re-enable a key in the console.`,
      );
    const retryAfterMs = Math.ceil(Math.min(...cooldowns));
    return new ModelError('RATE_LIMITED', `${label} limits the rate: every key is in cooldown`, {
      retryAfterMs,
    });
  }
}
