import type { KeyStates } from '../keys/key-states.ts';
import { keyPlace, ProviderKeys } from '../keys/provider-keys.ts';
import type { EmbeddedBatch, EmbeddingProvider } from '../language-model.ts';
import { ModelError } from '../model.errors.ts';
import { EmbeddingKeyStates } from './embedding-key-states.ts';

/** An embedding call that gives nothing for so long is given up. */
export const EMBEDDING_TIMEOUT_MS = 10_000;

export interface EmbedderSettings {
  apiKeys: readonly string[];
  model: string;
  /** As in {@link EmbeddingProvider}. */
  maxInputTokens?: number | undefined;
  /** The provider's own when absent. */
  baseUrl?: string | undefined;
  /** Where the keys come from, as failures name it; the deployment's setting when absent. */
  keySetting?: string;
  /** Whose keys they are, where they are not the deployment's. */
  keyOwner?: string;
  /** Which keys of the models rest or were refused. */
  keyStates?: KeyStates;
}

/** A provider's embeddings with several keys: the next one is tried where one is limited or refused, and not the one again. */
export abstract class KeyedEmbedder<Client> implements EmbeddingProvider {
  abstract readonly provider: EmbeddingProvider['provider'];
  /** As people call the provider, and the setting that holds its keys. */
  protected abstract readonly label: string;
  protected abstract readonly setting: string;
  readonly semantic = true;
  readonly model: string;
  readonly maxInputTokens: number | undefined;
  private known: ProviderKeys | undefined;
  private readonly clients = new Map<string, Promise<Client>>();

  constructor(protected readonly settings: EmbedderSettings) {
    this.model = settings.model;
    this.maxInputTokens = settings.maxInputTokens;
  }

  protected get keySetting(): string {
    return this.settings.keySetting ?? this.setting;
  }

  /** Made with the first use: a provider's name is known when its class is whole. */
  private get keys(): ProviderKeys {
    const { apiKeys, keyOwner, keyStates } = this.settings;
    const { label, keySetting } = this;
    const place = keyPlace(this.provider, keyOwner);
    return (this.known ??= new ProviderKeys(
      { apiKeys, place, label, keySetting },
      new EmbeddingKeyStates(keyStates),
    ));
  }

  /** Makes the SDK's client, which is loaded with the first call. */
  protected abstract connect(apiKey: string): Promise<Client>;

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
        if (timeout.aborted) throw this.tooLate(error);
        if (!(error instanceof ModelError)) throw error;
        await this.keys.note(apiKey, error);
        if (!mayPassWithAnother(error)) throw error;
        failure = error;
      }
    }
    throw failure ?? this.keys.none();
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
