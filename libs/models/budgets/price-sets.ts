import type { z } from 'zod';
import { priceSet } from '#contracts';
import { costOfSum } from '../cost.ts';
import { modelTiers, type ModelTier, type ProviderName, type TokenUsage } from '../language-model.ts';
import type { TokenPrices } from '../model-entry.ts';
import type { ModelRegistry } from '../registry.ts';

/**
 * Models that represent a tier: a provider's, or with `cheapest` those that the router would choose if every provider
 * had a key.
 */
export type PriceSet = z.infer<typeof priceSet>;

/** Sets with today's prices from the registry. */
type RegistrySet = Exclude<PriceSet, 'source'>;

const PROVIDERS: Record<RegistrySet, readonly ProviderName[]> = {
  openai: ['openai'],
  google: ['google'],
  anthropic: ['anthropic'],
  cheapest: ['openai', 'google', 'anthropic'],
};
/** Set used if another set has no model of the tier or above. */
const REFERENCE: RegistrySet = 'openai';

/** One model per tier, for comparison only. Cached input has no separate price. */
const SOURCE: Record<ModelTier, TokenPrices> = {
  // gemini-2.5-flash
  flash: { input: 0.075, cachedInput: 0.075, output: 0.3 },
  // gemini-2.5-pro
  standard: { input: 1.25, cachedInput: 1.25, output: 5 },
  // claude-opus-4.6
  premium: { input: 15, cachedInput: 15, output: 75 },
};

/** Returns the set with which a provider's calls are compared: its own, or the reference for orgs' own models. */
export function setOf(provider: string): PriceSet {
  return priceSet.options.find((set) => set === provider) ?? REFERENCE;
}

/**
 * Returns the prices of the model that the router would choose from the set for a tier: the cheapest, else of the
 * next tier up.
 */
export function pricesOf(
  registry: ModelRegistry,
  set: PriceSet,
  tier: ModelTier,
  tokens: TokenUsage,
): TokenPrices {
  if (set === 'source') return SOURCE[tier];
  const cheapest = (from: RegistrySet) =>
    modelTiers.slice(modelTiers.indexOf(tier)).flatMap((each) =>
      registry
        .ofTier(each)
        .filter(({ provider, prices }) => PROVIDERS[from].includes(provider) && !prices.unknown)
        .sort((a, b) => costOfSum(a, tokens) - costOfSum(b, tokens))
        .slice(0, 1),
    )[0];
  const entry = cheapest(set) ?? cheapest(REFERENCE) ?? cheapest('cheapest');
  if (!entry) throw new Error(`The registry has no model of tier ${tier} to compare with`);
  return entry.prices;
}
