import type { LanguageModel, ModelObstacle, ProviderName } from './language-model.ts';
import { ModelError } from './model.errors.ts';
import { keySettings, type Route } from './model-router.ts';
import type { OrgCatalogueSource } from './orgs/org-catalogue.ts';

/** Whom a route chose; without a model where any of the provider's will do. */
type Asked = Pick<Route, 'provider'> & { model?: string };

/** The providers of this process, and those of orgs; the offline one is always among them. */
export class LanguageModels {
  constructor(
    private readonly providers: ReadonlyMap<ProviderName, LanguageModel>,
    private readonly orgs?: OrgCatalogueSource,
  ) {}

  /** Names of the providers that can be asked for every org. */
  get configured(): ProviderName[] {
    return [...this.providers.keys()];
  }

  /** Why a provider cannot be asked now; undefined when it can. */
  obstacle(asked: Asked, orgId?: string): ModelObstacle | undefined {
    return this.find(asked, orgId)?.obstacle?.();
  }

  /**
   * The provider that answers for a route: of the org where it has keys or models of its own, else the deployment's.
   *
   * @throws ModelError NOT_CONFIGURED when there is none, as when a journalled route is resumed without its key.
   */
  modelFor(asked: Asked, orgId?: string): LanguageModel {
    const model = this.find(asked, orgId);
    if (model) return model;
    throw new ModelError('NOT_CONFIGURED', missing(asked));
  }

  private find({ provider, model }: Asked, orgId: string | undefined): LanguageModel | undefined {
    const own = this.orgs?.of(orgId);
    if (provider === 'compatible') return own?.own.get(model ?? '');
    return own?.providers.get(provider) ?? this.providers.get(provider);
  }
}

function missing({ provider, model }: Asked): string {
  if (provider === 'compatible') return `The org has no model of its own named ${model} any more.`;
  const setting = provider === 'offline' ? 'MODEL_PROVIDER' : keySettings[provider];
  return `${provider} is not configured: set ${setting}.`;
}
