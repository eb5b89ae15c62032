import { KnownKeyStates, type KeyObstacle, type KeyStates } from '../keys/key-states.ts';

/** Cooldown of a key that may not be used for embeddings; it ends without intervention. */
const FORBIDDEN_COOLDOWN_MS = 3_600_000;
const FORBIDDEN = 403;

/**
 * Key states for embeddings. A key that is in cooldown or refused for models is so for embeddings too, and a key
 * refused here (401) is refused for models. Rate limits are separate, since providers count embeddings apart, and a
 * key may be allowed for models but not for embeddings (403): both put the key into cooldown only for embeddings in
 * this process.
 */
export class EmbeddingKeyStates implements KeyStates {
  private readonly here = new KnownKeyStates();

  /** @param shared key states of the models; absent for a server with separate keys. */
  constructor(private readonly shared?: KeyStates) {}

  obstacle(place: string, apiKey: string): KeyObstacle | undefined {
    return this.shared?.obstacle(place, apiKey) ?? this.here.obstacle(place, apiKey);
  }

  startCooldown(place: string, apiKey: string, retryAfterMs?: number): Promise<void> {
    return this.here.startCooldown(place, apiKey, retryAfterMs);
  }

  remove(place: string, apiKey: string, status: number): Promise<void> {
    return this.shared === undefined || status === FORBIDDEN
      ? this.here.startCooldown(place, apiKey, FORBIDDEN_COOLDOWN_MS)
      : this.shared.remove(place, apiKey, status);
  }

  worked(place: string, apiKey: string): void {
    this.here.worked(place, apiKey);
  }
}
