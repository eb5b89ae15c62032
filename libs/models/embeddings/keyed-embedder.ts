import { KeyedProvider, type KeySettings } from '../keys/keyed-provider.ts';
import type { EmbeddedBatch, EmbeddingProvider } from '../language-model.ts';
import { ModelError } from '../model.errors.ts';
import { EmbeddingKeyStates } from './embedding-key-states.ts';

export const EMBEDDING_TIMEOUT_MS = 10_000;

export interface EmbedderSettings extends KeySettings {
  model: string;
  /** As in {@link EmbeddingProvider}. */
  maxInputTokens?: number | undefined;
}

/** A provider of embeddings with several keys. If one is rate-limited or refused, the next is used. */
export abstract class KeyedEmbedder<Client>
  extends KeyedProvider<Client, EmbedderSettings>
  implements EmbeddingProvider
{
  abstract override readonly provider: EmbeddingProvider['provider'];
  readonly semantic = true;
  readonly model: string;
  readonly maxInputTokens: number | undefined;

  constructor(settings: EmbedderSettings) {
    super(settings, new EmbeddingKeyStates(settings.keyStates));
    this.model = settings.model;
    this.maxInputTokens = settings.maxInputTokens;
  }

  /** One call with one key. @throws ModelError */
  protected abstract ask(client: Client, texts: string[], signal: AbortSignal): Promise<EmbeddedBatch>;

  async embed(texts: string[], signal?: AbortSignal): Promise<EmbeddedBatch> {
    if (texts.length === 0) return { vectors: [] };
    const timeout = AbortSignal.timeout(EMBEDDING_TIMEOUT_MS);
    const limited = signal ? AbortSignal.any([signal, timeout]) : timeout;
    let failure: ModelError | undefined;
    for (const apiKey of this.keys.usable()) {
      try {
        const answer = await this.ask(await this.clientOf(apiKey), texts, limited);
        this.keys.worked(apiKey);
        return answer;
      } catch (error) {
        signal?.throwIfAborted();
        if (timeout.aborted) throw this.timeoutError(error);
        if (!(error instanceof ModelError)) throw error;
        await this.keys.note(apiKey, error);
        if (!mayWorkWithAnother(error)) throw error;
        failure = error;
      }
    }
    throw failure ?? this.keys.none();
  }

  private timeoutError(cause: unknown): ModelError {
    const seconds = EMBEDDING_TIMEOUT_MS / 1_000;
    return new ModelError('TIMEOUT', `${this.model} gave no vectors within ${seconds} s.`, { cause });
  }
}

function mayWorkWithAnother({ errorClass }: ModelError): boolean {
  return errorClass === 'RATE_LIMITED' || errorClass === 'KEY_REJECTED';
}
