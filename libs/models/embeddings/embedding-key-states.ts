import { KeyStates, type KeyObstacle } from '../keys/key-states.ts';

/** Cooldown of a key that may not be used for embeddings; it ends without intervention. */
const FORBIDDEN_COOLDOWN_MS = 3_600_000;
const FORBIDDEN = 403;

/**
 * Key states for embeddings. A key that is in cooldown or refused for models is so for embeddings too, and a key
 * refused here (401) is refused for models. Rate limits are separate, since providers count embeddings apart, and a
 * key may be allowed for models but not for embeddings (403): both put the key into cooldown only for embeddings in
 * this process.
 */
export class EmbeddingKeyStates extends KeyStates {
  /** @param shared key states of the models; absent for a server with separate keys. */
  constructor(private readonly shared?: KeyStates) {
    super();
  }

  override obstacle(place: string, apiKey: string): KeyObstacle | undefined {
    return this.shared?.obstacle(place, apiKey) ?? super.obstacle(place, apiKey);
  }

  override remove(place: string, apiKey: string, status: number): Promise<void> {
    return this.shared === undefined || status === FORBIDDEN
      ? this.startCooldown(place, apiKey, FORBIDDEN_COOLDOWN_MS)
      : this.shared.remove(place, apiKey, status);
  }
}
