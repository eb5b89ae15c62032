import type {
  EmbeddedBatch,
  EmbeddingProvider,
  GenerateResult,
  LanguageModel,
  ModelObstacle,
  ProviderName,
} from '../language-model.ts';
import { ModelError } from '../model.errors.ts';

/** A model that always fails, for example because its key cannot be decrypted. */
export class UnusableModel implements LanguageModel {
  constructor(
    readonly provider: ProviderName,
    private readonly reason: string,
  ) {}

  obstacle(): ModelObstacle {
    return { reason: this.reason, passes: false, notConfigured: true };
  }

  generate(): Promise<GenerateResult> {
    return Promise.reject(new ModelError('NOT_CONFIGURED', this.reason));
  }
}

/** As {@link UnusableModel}, for embeddings. */
export class UnusableEmbedder implements EmbeddingProvider {
  readonly provider: EmbeddingProvider['provider'];
  readonly model: string;
  readonly semantic: boolean;

  constructor(
    { provider, model, semantic }: EmbeddingProvider,
    private readonly reason: string,
  ) {
    this.provider = provider;
    this.model = model;
    this.semantic = semantic;
  }

  embed(): Promise<EmbeddedBatch> {
    return Promise.reject(new ModelError('NOT_CONFIGURED', this.reason));
  }
}
