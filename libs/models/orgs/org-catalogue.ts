import type { EmbeddingProvider, LanguageModel, ModelTier, ProviderName } from '../language-model.ts';
import type { ModelEntry } from '../model-entry.ts';

/** Models, keys and tiers of an org in addition to the deployment's. */
export interface OrgCatalogue {
  models: readonly ModelEntry[];
  /** Clients of its own models, by model name. */
  own: ReadonlyMap<string, LanguageModel>;
  /** Providers with the org's own keys, which replace the deployment's. */
  providers: ReadonlyMap<ProviderName, LanguageModel>;
  /** Embedding provider with the org's own keys; absent if it has none for embeddings. */
  embedder?: EmbeddingProvider;
  modelTiers: ReadonlyMap<string, ModelTier | 'off'>;
  taskTiers: ReadonlyMap<string, ModelTier>;
}

/** The part of a catalogue that decides which models can be called, without clients. */
export interface OrgRouting extends Pick<OrgCatalogue, 'models' | 'modelTiers' | 'taskTiers'> {
  providers: { readonly size: number; has(provider: ProviderName): boolean };
}

export interface OrgRoutingSource {
  of(orgId: string | undefined): OrgRouting | undefined;
}

/** Source of org catalogues for routes and calls. */
export interface OrgCatalogueSource {
  /** Returns the catalogue from memory; undefined if the org has nothing of its own, or without an org. */
  of(orgId: string | undefined): OrgCatalogue | undefined;
}
