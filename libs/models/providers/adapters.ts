import { AnthropicModel } from './anthropic.provider.ts';
import { GoogleModel } from './google.provider.ts';
import { OpenAiModel } from './openai.provider.ts';

/** Adapters of the providers with keys, the deployment's or an org's own. */
export const providerAdapters = {
  google: GoogleModel,
  openai: OpenAiModel,
  anthropic: AnthropicModel,
} as const;
