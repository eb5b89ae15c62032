import type { KeyedProvider, LanguageModel } from '../language-model.ts';
import { AnthropicModel } from './anthropic.provider.ts';
import { GoogleModel } from './google.provider.ts';
import type { ProviderSettings } from './keyed-model.ts';
import { isOpenAi, OpenAiResponsesModel } from './openai-responses.provider.ts';
import { OpenAiModel } from './openai.provider.ts';

/** Opens the adapter of a provider with keys, the deployment's or an org's own. */
export const openAdapter: Record<KeyedProvider, (settings: ProviderSettings) => LanguageModel> = {
  google: (settings) => new GoogleModel(settings),
  openai: (settings) =>
    isOpenAi(settings.baseUrl) ? new OpenAiResponsesModel(settings) : new OpenAiModel(settings),
  anthropic: (settings) => new AnthropicModel(settings),
};
