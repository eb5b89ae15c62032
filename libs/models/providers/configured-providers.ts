import { providerKeys, type Environment } from '#config';
import {
  keyedProviders,
  type KeyedProvider,
  type LanguageModel,
  type ProviderName,
} from '../language-model.ts';
import { openAdapter } from './adapters.ts';
import type { ProviderSettings } from './keyed-model.ts';

export function baseUrlsOf(environment: Environment): Partial<Record<KeyedProvider, string>> {
  return {
    google: environment.GOOGLE_BASE_URL,
    openai: environment.OPENAI_BASE_URL,
    anthropic: environment.ANTHROPIC_BASE_URL,
  };
}

/** Creates the providers with keys in the environment, and adds the offline model. */
export function configuredProviders(
  environment: Environment,
  offline: LanguageModel,
  shared: Pick<ProviderSettings, 'keyStates' | 'clock'>,
): Map<ProviderName, LanguageModel> {
  const providers = new Map<ProviderName, LanguageModel>([['offline', offline]]);
  const baseUrls = baseUrlsOf(environment);
  for (const name of keyedProviders) {
    const apiKeys = providerKeys(environment, name);
    const settings = { apiKeys, baseUrl: baseUrls[name], ...shared };
    if (apiKeys.length > 0) providers.set(name, openAdapter[name](settings));
  }
  return providers;
}
