import type { EmbeddingProvider, LanguageModel, ModelTier, ProviderName } from '../language-model.ts';
import type { ModelEntry } from '../registry.ts';

/** What an org has over the deployment: models, keys and tiers of its own. */
export interface OrgCatalogue {
  models: readonly ModelEntry[];
  /** What its own models are asked through, by their names. */
  own: ReadonlyMap<string, LanguageModel>;
  /** Providers that it has keys of its own for; they are used in place of the deployment's. */
  providers: ReadonlyMap<ProviderName, LanguageModel>;
  /** What its texts are embedded with by keys of its own; none where it has none for that. */
  embedder?: EmbeddingProvider;
  /** By the model's id. */
  modelTiers: ReadonlyMap<string, ModelTier | 'off'>;
  taskTiers: ReadonlyMap<string, ModelTier>;
}

/** What of it decides which model may be asked, without the means to ask it. */
export interface OrgRouting extends Pick<OrgCatalogue, 'models' | 'modelTiers' | 'taskTiers'> {
  providers: { readonly size: number; has(provider: ProviderName): boolean };
}

export interface OrgRoutingSource {
  of(orgId: string | undefined): OrgRouting | undefined;
}

/** Where routes and calls find what an org has. */
export interface OrgCatalogueSource {
  /** Undefined where the org has nothing of its own, or nothing is done for an org. Asks no database. */
  of(orgId: string | undefined): OrgCatalogue | undefined;
}
