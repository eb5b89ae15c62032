import { ModelError } from '../model.errors.ts';
import type { EmbeddingModel } from '../language-model.ts';

/** An embedding call that gives nothing for so long is given up. */
export const EMBEDDING_TIMEOUT_MS = 10_000;

export interface EmbedderSettings {
  apiKeys: readonly string[];
  model: string;
  /** The provider's own when absent. */
  baseUrl?: string | undefined;
}

/** A provider's embeddings with several keys: the next one is tried where one is limited or refused. */
export abstract class KeyedEmbedder<Client> implements EmbeddingModel {
  abstract readonly provider: string;
  readonly semantic = true;
  readonly model: string;
  private readonly clients = new Map<string, Promise<Client>>();

  constructor(protected readonly settings: EmbedderSettings) {
    this.model = settings.model;
  }

  /** Makes the SDK's client, which is loaded with the first call. */
  protected abstract connect(apiKey: string): Promise<Client>;

  /** One call with one key. @throws ModelError */
  protected abstract ask(client: Client, texts: string[], signal: AbortSignal): Promise<number[][]>;

  async embed(texts: string[], signal?: AbortSignal): Promise<number[][]> {
    if (texts.length === 0) return [];
    const timeout = AbortSignal.timeout(EMBEDDING_TIMEOUT_MS);
    const limited = signal ? AbortSignal.any([signal, timeout]) : timeout;
    let failure: ModelError | undefined;
    for (const apiKey of this.settings.apiKeys) {
      try {
        return await this.ask(await this.clientOf(apiKey), texts, limited);
      } catch (error) {
        signal?.throwIfAborted();
        if (timeout.aborted) throw this.tooLate(error);
        if (!(error instanceof ModelError) || !mayPassWithAnother(error)) throw error;
        failure = error;
      }
    }
    throw failure ?? new ModelError('NOT_CONFIGURED', `${this.provider} has no key for embeddings.`);
  }

  private tooLate(cause: unknown): ModelError {
    const seconds = EMBEDDING_TIMEOUT_MS / 1_000;
    return new ModelError('TIMEOUT', `${this.model} gave no vectors within ${seconds} s.`, { cause });
  }

  private clientOf(apiKey: string): Promise<Client> {
    const known = this.clients.get(apiKey) ?? this.connect(apiKey);
    this.clients.set(apiKey, known);
    return known;
  }
}

function mayPassWithAnother({ errorClass }: ModelError): boolean {
  return errorClass === 'RATE_LIMITED' || errorClass === 'KEY_REJECTED';
}
