import type { Database } from '#database';
import { costOfSum } from '../cost.ts';
import { modelTiers, type ModelTier, type TokenUsage } from '../language-model.ts';
import type { ModelRegistry } from '../registry.ts';
import { modelOf, setOf, type PriceSet } from './price-sets.ts';
import { UsageReadModel } from './usage.read-model.ts';

export interface TierShare {
  tier: ModelTier;
  calls: number;
  /** Input and output. */
  tokens: number;
  costUsd: number;
  /** From 0 to 1. */
  shareOfCalls: number;
  shareOfTokens: number;
}

export interface CostReport {
  /** As whose models the calls of the offline model are priced; null: they cost nothing. */
  prices: PriceSet | null;
  costUsd: number;
  /** The same tokens on the cheapest model of the tier of each call's provider, at the prices of prompts of the usual length. */
  allStandardUsd: number;
  allPremiumUsd: number;
  /** Share that was saved, from 0 to 1, below 0 where it cost more; null without any cost. */
  savedAgainstStandard: number | null;
  savedAgainstPremium: number | null;
  tiers: TierShare[];
}

export interface UsedModel extends TokenUsage {
  provider: string;
  tier: string;
  calls: number;
  costUsd: number;
}

/**
 * What an org's model calls cost from one day to another, both included, against one tier for all.
 *
 * @param prices as whose models the calls of the offline model are priced.
 */
export async function costReport(
  database: Database,
  registry: ModelRegistry,
  orgId: string,
  { from, to, prices }: { from: string; to: string; prices?: PriceSet },
): Promise<CostReport> {
  const used = await database.forOrg(orgId, (tx) => new UsageReadModel(tx).between(from, to));
  return reportOf(used, registry, prices);
}

/** The report of what was used. */
export function reportOf(all: readonly UsedModel[], registry: ModelRegistry, prices?: PriceSet): CostReport {
  const used = all.map((model) => asIfPriced(model, registry, prices));
  const costUsd = sum(used, (model) => model.costUsd);
  const onTier = (tier: ModelTier) =>
    sum(used, (model) => (model.set ? costOfSum(modelOf(registry, model.set, tier, model), model) : 0));
  const allStandardUsd = onTier('standard');
  const allPremiumUsd = onTier('premium');
  const calls = sum(used, (model) => model.calls);
  const tokens = sum(used, tokensOf);
  return {
    prices: prices ?? null,
    costUsd,
    allStandardUsd,
    allPremiumUsd,
    savedAgainstStandard: savedShare(costUsd, allStandardUsd),
    savedAgainstPremium: savedShare(costUsd, allPremiumUsd),
    tiers: modelTiers.map((tier) => {
      const of = used.filter((model) => model.tier === tier);
      const ofTier = { calls: sum(of, (model) => model.calls), tokens: sum(of, tokensOf) };
      return {
        tier,
        ...ofTier,
        costUsd: sum(of, (model) => model.costUsd),
        shareOfCalls: calls === 0 ? 0 : ofTier.calls / calls,
        shareOfTokens: tokens === 0 ? 0 : ofTier.tokens / tokens,
      };
    }),
  };
}

/** What was used, with the set that it is compared within; none where nothing has a price. */
function asIfPriced(
  used: UsedModel,
  registry: ModelRegistry,
  prices: PriceSet | undefined,
): UsedModel & { set: PriceSet | undefined } {
  if (used.provider !== 'offline') return { ...used, set: setOf(used.provider) };
  if (!prices) return { ...used, set: undefined };
  const model = modelOf(registry, prices, used.tier as ModelTier, used);
  return { ...used, set: prices, costUsd: costOfSum(model, used) };
}

function tokensOf({ promptTokens, completionTokens }: UsedModel): number {
  return promptTokens + completionTokens;
}

function sum<Row>(rows: readonly Row[], of: (row: Row) => number): number {
  return rows.reduce((total, row) => total + of(row), 0);
}

function savedShare(costUsd: number, otherUsd: number): number | null {
  return otherUsd === 0 ? null : 1 - costUsd / otherUsd;
}
