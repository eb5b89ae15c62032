import { LocalKeyStates, type KeyObstacle, type KeyStates } from '../keys/key-states.ts';

/** A key that may not embed is asked again after so long: nobody has to put it back. */
const FORBIDDEN_REST_MS = 3_600_000;
const FORBIDDEN = 403;

/**
 * Keys as embeddings see them: one that rests or is out for the models is so here, and one that is refused here (401) is out
 * there too. Providers count their limits for embeddings apart, and a key may be allowed to chat and not to embed (403): for
 * either it is left alone here, in this process, and goes on answering turns.
 */
export class EmbeddingKeyStates implements KeyStates {
  private readonly here = new LocalKeyStates();

  /** @param shared those of the models; none for a server whose keys are for nothing else. */
  constructor(private readonly shared?: KeyStates) {}

  obstacle(place: string, apiKey: string): KeyObstacle | undefined {
    return this.shared?.obstacle(place, apiKey) ?? this.here.obstacle(place, apiKey);
  }

  rest(place: string, apiKey: string, retryAfterMs?: number): Promise<void> {
    return this.here.rest(place, apiKey, retryAfterMs);
  }

  remove(place: string, apiKey: string, status: number): Promise<void> {
    return this.shared === undefined || status === FORBIDDEN
      ? this.here.rest(place, apiKey, FORBIDDEN_REST_MS)
      : this.shared.remove(place, apiKey, status);
  }

  worked(place: string, apiKey: string): void {
    this.here.worked(place, apiKey);
  }
}
