import type { z } from 'zod';
import { priceSet } from '#contracts';
import { costOfSum } from '../cost.ts';
import { modelTiers, type ModelTier, type ProviderName, type TokenUsage } from '../language-model.ts';
import type { ModelRegistry, TokenPrices } from '../registry.ts';

/** Whose models stand for a tier: a provider's, or with `cheapest` those that the router would choose with every key. */
export type PriceSet = z.infer<typeof priceSet>;

/** Of the registry, whose prices are those of today. */
type RegistrySet = Exclude<PriceSet, 'source'>;

const PROVIDERS: Record<RegistrySet, readonly ProviderName[]> = {
  openai: ['openai'],
  google: ['google'],
  anthropic: ['anthropic'],
  cheapest: ['openai', 'google', 'anthropic'],
};
/** Whose prices stand where a set has no model of the tier, nor of one above. */
const REFERENCE: RegistrySet = 'openai';

/** One model for each tier; input from a cache has no price of its own. They are compared with, never asked. */
const SOURCE: Record<ModelTier, TokenPrices> = {
  // gemini-2.5-flash
  flash: { input: 0.075, cachedInput: 0.075, output: 0.3 },
  // gemini-2.5-pro
  standard: { input: 1.25, cachedInput: 1.25, output: 5 },
  // claude-opus-4.6
  premium: { input: 15, cachedInput: 15, output: 75 },
};

/** The set whose models a provider's calls are compared with: its own, or the reference for an org's own models. */
export function setOf(provider: string): PriceSet {
  return priceSet.options.find((set) => set === provider) ?? REFERENCE;
}

/** Prices of the model of a set that would answer at a tier, as the router chooses: the cheapest, else of the next tier up. */
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
        .filter(({ provider }) => PROVIDERS[from].includes(provider))
        .sort((a, b) => costOfSum(a, tokens) - costOfSum(b, tokens))
        .slice(0, 1),
    )[0];
  const entry = cheapest(set) ?? cheapest(REFERENCE);
  if (!entry) throw new Error(`The registry has no model of tier ${tier} to compare with`);
  return entry.prices;
}
