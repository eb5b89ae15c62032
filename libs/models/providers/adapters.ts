import { AnthropicModel } from './anthropic.provider.ts';
import { GoogleModel } from './google.provider.ts';
import { OpenAiModel } from './openai.provider.ts';

/** Who speaks with each provider that has keys, the deployment's or an org's own. */
export const providerAdapters = {
  google: GoogleModel,
  openai: OpenAiModel,
  anthropic: AnthropicModel,
} as const;
