import { Inject, Injectable } from '@nestjs/common';
import { CLOCK, CONFIG, NO_KEY, providerKeys, type Clock, type Config, type Environment } from '#config';
import { KeyStates } from '../keys/key-states.ts';
import type { EmbeddingProvider } from '../language-model.ts';
import { GoogleEmbedder } from './google.embedder.ts';
import type { EmbedderSettings } from './keyed-embedder.ts';
import { OpenAiEmbedder } from './openai.embedder.ts';

/** Providers whose keys work for models and embeddings, in order of preference. */
export const embeddingProviders = ['google', 'openai'] as const;
export type KeyedEmbeddingProvider = (typeof embeddingProviders)[number];

const MODELS: Record<KeyedEmbeddingProvider, string> = {
  google: 'gemini-embedding-001',
  openai: 'text-embedding-3-small',
};

/** Embedding settings from the environment. */
@Injectable()
export class EmbeddingSettings {
  private readonly environment: Environment;

  constructor(
    @Inject(CONFIG) { environment }: Pick<Config, 'environment'>,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(KeyStates) private readonly keyStates?: KeyStates,
  ) {
    this.environment = environment;
  }

  get parts() {
    return { provider: this.deployment(), prices: this.environment.MODEL_PRICES_USD };
  }

  /**
   * Returns the provider named by `EMBEDDING_PROVIDER`, else the first of google and openai with a key; undefined for
   * the offline embedder.
   */
  deployment(): EmbeddingProvider | undefined {
    const { EMBEDDING_MODEL, EMBEDDING_API_KEY, EMBEDDING_BASE_URL, EMBEDDING_MAX_INPUT_TOKENS } =
      this.environment;
    const { provider } = this;
    if (provider === 'offline') return undefined;
    if (provider !== 'compatible')
      return this.keyed(provider, { apiKeys: providerKeys(this.environment, provider) });
    const server = {
      apiKeys: [EMBEDDING_API_KEY ?? NO_KEY],
      model: EMBEDDING_MODEL ?? '',
      baseUrl: EMBEDDING_BASE_URL,
      maxInputTokens: EMBEDDING_MAX_INPUT_TOKENS,
    };
    return new OpenAiEmbedder(server, 'compatible', this.clock);
  }

  /**
   * Returns the providers whose own keys an org can use for embeddings: the one named by the deployment, or else
   * google and openai in this order.
   */
  ownProviders(): readonly KeyedEmbeddingProvider[] {
    const { EMBEDDING_PROVIDER, MODEL_PROVIDER } = this.environment;
    if (EMBEDDING_PROVIDER === undefined) return MODEL_PROVIDER === 'offline' ? [] : embeddingProviders;
    return embeddingProviders.filter((name) => name === EMBEDDING_PROVIDER);
  }

  private get provider() {
    const { EMBEDDING_PROVIDER } = this.environment;
    // A server without keys seldom has OpenAI's embedding model.
    const hasKey = (name: KeyedEmbeddingProvider) =>
      providerKeys(this.environment, name).some((key) => key !== NO_KEY);
    const first = embeddingProviders.find(hasKey);
    return EMBEDDING_PROVIDER ?? first ?? 'offline';
  }

  /** Creates a provider. `EMBEDDING_MODEL` applies only to the deployment's provider. */
  keyed(
    provider: KeyedEmbeddingProvider,
    keys: Pick<EmbedderSettings, 'apiKeys' | 'keySetting' | 'keyOwner'>,
  ): EmbeddingProvider {
    const { EMBEDDING_MODEL, GOOGLE_BASE_URL, OPENAI_BASE_URL } = this.environment;
    const model = (provider === this.provider ? EMBEDDING_MODEL : undefined) ?? MODELS[provider];
    const settings = { ...keys, model, keyStates: this.keyStates };
    return provider === 'google'
      ? new GoogleEmbedder({ ...settings, baseUrl: GOOGLE_BASE_URL })
      : new OpenAiEmbedder({ ...settings, baseUrl: OPENAI_BASE_URL }, 'openai', this.clock);
  }
}
