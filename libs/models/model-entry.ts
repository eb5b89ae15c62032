import type { ModelTier, ProviderName } from './language-model.ts';

/** Capabilities of a model besides answering in text. */
export interface ModelCapabilities {
  tools: boolean;
  vision: boolean;
  /** Returns JSON that matches a given schema. */
  jsonSchema: boolean;
  streaming: boolean;
}

/** USD per million tokens. */
export interface TokenPrices {
  input: number;
  /** Input read from the provider's cache. */
  cachedInput: number;
  /** Input written to the provider's cache; defaults to the price of other input. */
  cacheWrite?: number;
  output: number;
}

/** Prices at the standard service tier. */
export interface ModelPrices extends TokenPrices {
  /** Prices of the whole request if its input is longer than `overTokens`; absent if all lengths cost the same. */
  longPrompt?: TokenPrices & { overTokens: number };
  /** Prices until the end of an announced day (UTC), for prompts of every length. */
  introductory?: TokenPrices & { until: string };
  /** True for a model whose price nobody has set: its cost is unknown and counted as 0. */
  unknown?: true;
  /** Day on which the source was read; empty for a price of the deployment. */
  readOn: string;
  source: string;
}

export interface ModelEntry {
  id: string;
  provider: ProviderName;
  tier: ModelTier;
  prices: ModelPrices;
  contextWindowTokens: number;
  maxOutputTokens: number;
  /** Upper bound of the model's token count relative to our tokenizer's. Hard budgets reserve that many tokens. */
  inputMargin: number;
  capabilities: ModelCapabilities;
}
