import type { z } from 'zod';
import { priceSet } from '#contracts';
import { costOfSum } from '../cost.ts';
import { modelTiers, type ModelTier, type ProviderName, type TokenUsage } from '../language-model.ts';
import type { ModelEntry, ModelRegistry } from '../registry.ts';

/** Whose models stand for a tier: a provider's, or with `cheapest` those that the router would choose with every key. */
export type PriceSet = z.infer<typeof priceSet>;

const PROVIDERS: Record<PriceSet, readonly ProviderName[]> = {
  openai: ['openai'],
  google: ['google'],
  anthropic: ['anthropic'],
  cheapest: ['openai', 'google', 'anthropic'],
};
/** Whose prices stand where a set has no model of the tier, nor of one above. */
const REFERENCE: PriceSet = 'openai';

/** The set whose models a provider's calls are compared with: its own, or the reference for an org's own models. */
export function setOf(provider: string): PriceSet {
  return priceSet.options.find((set) => set === provider) ?? REFERENCE;
}

/** The model of a set that would answer at a tier, as the router chooses: the cheapest, else of the next tier up. */
export function modelOf(
  registry: ModelRegistry,
  set: PriceSet,
  tier: ModelTier,
  tokens: TokenUsage,
): ModelEntry {
  const cheapest = (from: PriceSet) =>
    modelTiers.slice(modelTiers.indexOf(tier)).flatMap((each) =>
      registry
        .ofTier(each)
        .filter(({ provider }) => PROVIDERS[from].includes(provider))
        .sort((a, b) => costOfSum(a, tokens) - costOfSum(b, tokens))
        .slice(0, 1),
    )[0];
  const entry = cheapest(set) ?? cheapest(REFERENCE);
  if (!entry) throw new Error(`The registry has no model of tier ${tier} to compare with`);
  return entry;
}
