import { providerKeys, type Environment } from '#config';
import type { LanguageModel, ProviderName } from '../language-model.ts';
import type { OfflineHints } from '../offline/hints.ts';
import { OfflineModel } from '../offline/offline.model.ts';
import { AnthropicModel } from './anthropic.provider.ts';
import { GoogleModel } from './google.provider.ts';
import type { ProviderSettings } from './keyed-model.ts';
import { OpenAiModel } from './openai.provider.ts';

/** The providers that the environment has keys for, and the offline model. */
export function configuredProviders(
  environment: Environment,
  hints: OfflineHints,
  shared: Pick<ProviderSettings, 'keyStates' | 'clock'>,
): Map<ProviderName, LanguageModel> {
  const providers = new Map<ProviderName, LanguageModel>([['offline', new OfflineModel(hints)]]);
  const kinds = [
    ['google', GoogleModel, environment.GOOGLE_BASE_URL],
    ['openai', OpenAiModel, environment.OPENAI_BASE_URL],
    ['anthropic', AnthropicModel, environment.ANTHROPIC_BASE_URL],
  ] as const;
  for (const [name, Provider, baseUrl] of kinds) {
    const apiKeys = providerKeys(environment, name);
    if (apiKeys.length > 0) providers.set(name, new Provider({ apiKeys, baseUrl, ...shared }));
  }
  return providers;
}
