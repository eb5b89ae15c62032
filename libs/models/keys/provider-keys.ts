import { ModelError, type ModelErrorClass } from '../model.errors.ts';
import { fingerprintOf, type KeyStates } from './key-states.ts';

export interface KeysOfProvider {
  /** One is used until it rests or is refused, then the next. */
  apiKeys: readonly string[];
  /** Where their states are kept: {@link keyPlace}. */
  place: string;
  /** As people call the provider. */
  label: string;
  /** Where the keys come from, as failures name it. */
  keySetting: string;
}

/** Keys of an org rest, and are refused, apart from the same key of somebody else. */
export function keyPlace(provider: string, owner: string | undefined): string {
  return owner === undefined ? provider : `${owner}/${provider}`;
}

/** The keys of a provider, with those left out that rest or were refused. */
export class ProviderKeys {
  constructor(
    private readonly keys: KeysOfProvider,
    private readonly states: KeyStates,
  ) {}

  usable(): string[] {
    return this.keys.apiKeys.filter((key) => !this.states.obstacle(this.keys.place, key));
  }

  /**
   * Why the key that was asked last is not asked now; undefined where nothing is against it.
   *
   * @param fingerprint of that key.
   */
  endOf(fingerprint: string): string | undefined {
    const { apiKeys, place } = this.keys;
    const key = apiKeys.find((known) => fingerprintOf(known) === fingerprint);
    if (key === undefined) return 'KEY_REMOVED';
    const obstacle = this.states.obstacle(place, key);
    if (!obstacle) return undefined;
    return (obstacle.kind === 'resting' ? 'RATE_LIMITED' : 'KEY_REJECTED') satisfies ModelErrorClass;
  }

  get place(): string {
    return this.keys.place;
  }

  /** The key has answered. */
  worked(apiKey: string): void {
    this.states.worked(this.keys.place, apiKey);
  }

  /** Lets a key rest that was limited, and takes out one that was refused. */
  async note(apiKey: string, { errorClass, options }: ModelError): Promise<void> {
    const { place } = this.keys;
    if (errorClass === 'RATE_LIMITED') await this.states.rest(place, apiKey, options.retryAfterMs);
    if (errorClass === 'KEY_REJECTED') await this.states.remove(place, apiKey, options.status ?? 401);
  }

  /** Why no key can be used: there is none, all were refused, or the first of them rests for so long. */
  none(): ModelError {
    const { apiKeys, place, label, keySetting } = this.keys;
    if (apiKeys.length === 0)
      return new ModelError('NOT_CONFIGURED', `${label} is not configured: set ${keySetting}.`);
    const cooldowns = apiKeys.flatMap((key) => {
      const obstacle = this.states.obstacle(place, key);
      return obstacle?.kind === 'resting' ? [obstacle.forMs] : [];
    });
    if (cooldowns.length === 0)
      return new ModelError(
        'KEY_REJECTED',
        `${label} has rejected every key: check ${keySetting}, or put a key back in the console.`,
      );
    const retryAfterMs = Math.ceil(Math.min(...cooldowns));
    const seconds = Math.ceil(retryAfterMs / 1_000);
    const message = `${label} limits the rate: every key rests, the first for another ${seconds} s.`;
    return new ModelError('RATE_LIMITED', message, { retryAfterMs });
  }
}
