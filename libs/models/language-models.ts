import type { LanguageModel, ModelObstacle, ProviderName } from './language-model.ts';
import { ModelError } from './model.errors.ts';
import { keySettings, type Route } from './model-router.ts';

/** The providers of this process; the offline one is always among them. */
export class LanguageModels {
  constructor(private readonly providers: ReadonlyMap<ProviderName, LanguageModel>) {}

  /** Names of the providers that can be asked. */
  get configured(): ProviderName[] {
    return [...this.providers.keys()];
  }

  /** Why a provider cannot be asked now; undefined when it can. */
  obstacle({ provider }: Pick<Route, 'provider'>): ModelObstacle | undefined {
    return this.providers.get(provider)?.obstacle?.();
  }

  /**
   * The provider that answers for a route.
   *
   * @throws ModelError NOT_CONFIGURED when it has no key, as when a journalled route is resumed without it.
   */
  modelFor(route: Pick<Route, 'provider'>): LanguageModel {
    const model = this.providers.get(route.provider);
    if (model) return model;
    const setting = route.provider === 'offline' ? 'MODEL_PROVIDER' : keySettings[route.provider];
    throw new ModelError('NOT_CONFIGURED', `${route.provider} is not configured: set ${setting}.`);
  }
}
