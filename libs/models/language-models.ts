import { keySettings } from '#config';
import type { LanguageModel, ModelObstacle, ProviderName } from './language-model.ts';
import { ModelError } from './model.errors.ts';
import type { Route } from './model-router.ts';
import type { OrgCatalogueSource } from './orgs/org-catalogue.ts';

/** The provider and model of a route; without a model, any model of the provider. */
type ProviderTarget = Pick<Route, 'provider'> & { model?: string };

/** The providers of this process and those of orgs. The offline provider is always included. */
export class LanguageModels {
  constructor(
    private readonly providers: ReadonlyMap<ProviderName, LanguageModel>,
    private readonly orgs?: OrgCatalogueSource,
  ) {}

  /** Names of the providers available to every org. */
  get configured(): ProviderName[] {
    return [...this.providers.keys()];
  }

  /** The reason why a provider cannot be called now; undefined if it can. */
  obstacle(target: ProviderTarget, orgId?: string): ModelObstacle | undefined {
    return this.find(target, orgId)?.obstacle?.();
  }

  /**
   * Returns the provider for a route: the org's own if it has keys or models for it, else the deployment's.
   *
   * @throws ModelError NOT_CONFIGURED if there is no such provider, for example when a journalled route is resumed
   *   after its key was removed.
   */
  modelFor(target: ProviderTarget, orgId?: string): LanguageModel {
    const model = this.find(target, orgId);
    if (model) return model;
    throw new ModelError('NOT_CONFIGURED', missing(target));
  }

  private find({ provider, model }: ProviderTarget, orgId: string | undefined): LanguageModel | undefined {
    const own = this.orgs?.of(orgId);
    if (provider === 'compatible') return own?.own.get(model ?? '');
    return own?.providers.get(provider) ?? this.providers.get(provider);
  }
}

function missing({ provider, model }: ProviderTarget): string {
  if (provider === 'compatible') return `The org has no model of its own named ${model} any more.`;
  const setting = provider === 'offline' ? 'MODEL_PROVIDER' : keySettings[provider];
  return `${provider} is not configured: set ${setting}.`;
}
