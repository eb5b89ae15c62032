import type { Database } from '#database';
import { costOfUsage } from '../cost.ts';
import { modelTiers, type ModelTier, type ProviderName, type TokenUsage } from '../language-model.ts';
import type { ModelEntry, ModelRegistry } from '../registry.ts';
import { UsageReadModel } from './usage.read-model.ts';

/** Whose prices stand for a tier that the provider has no model of. */
const REFERENCE_PROVIDER: ProviderName = 'openai';

export interface TierShare {
  tier: ModelTier;
  calls: number;
  /** Input and output. */
  tokens: number;
  costUsd: number;
}

export interface CostReport {
  costUsd: number;
  /** The same tokens on the provider's cheapest model of the tier. */
  allStandardUsd: number;
  allPremiumUsd: number;
  /** Share that was saved, from 0 to 1, below 0 where it cost more; null without any cost. */
  savedAgainstStandard: number | null;
  savedAgainstPremium: number | null;
  tiers: TierShare[];
}

interface UsedModel extends TokenUsage {
  provider: string;
  tier: string;
  calls: number;
  costUsd: number;
}

/** What an org's model calls cost from one day to another, both included, against one tier for all. */
export async function costReport(
  database: Database,
  registry: ModelRegistry,
  orgId: string,
  days: { from: string; to: string },
): Promise<CostReport> {
  const used = await database.forOrg(orgId, (tx) => new UsageReadModel(tx).between(days.from, days.to));
  return reportOf(used, registry);
}

/** The report of what was used. */
export function reportOf(used: readonly UsedModel[], registry: ModelRegistry): CostReport {
  const sum = (of: (model: UsedModel) => number) => used.reduce((total, model) => total + of(model), 0);
  const onTier = (tier: ModelTier) => sum((model) => costOfUsage(reference(registry, model, tier), model));
  const costUsd = sum((model) => model.costUsd);
  const allStandardUsd = onTier('standard');
  const allPremiumUsd = onTier('premium');
  return {
    costUsd,
    allStandardUsd,
    allPremiumUsd,
    savedAgainstStandard: savedShare(costUsd, allStandardUsd),
    savedAgainstPremium: savedShare(costUsd, allPremiumUsd),
    tiers: modelTiers.map((tier) => {
      const of = used.filter((model) => model.tier === tier);
      return {
        tier,
        calls: of.reduce((total, { calls }) => total + calls, 0),
        tokens: of.reduce((total, model) => total + model.promptTokens + model.completionTokens, 0),
        costUsd: of.reduce((total, model) => total + model.costUsd, 0),
      };
    }),
  };
}

function savedShare(costUsd: number, otherUsd: number): number | null {
  return otherUsd === 0 ? null : 1 - costUsd / otherUsd;
}

function reference(registry: ModelRegistry, used: UsedModel, tier: ModelTier): ModelEntry {
  const cheapest = (provider: string) =>
    registry
      .ofTier(tier)
      .filter((entry) => entry.provider === provider)
      .sort((a, b) => costOfUsage(a, used) - costOfUsage(b, used))[0];
  const entry = cheapest(used.provider) ?? cheapest(REFERENCE_PROVIDER);
  if (!entry) throw new Error(`The registry has no model of tier ${tier} to compare with`);
  return entry;
}
