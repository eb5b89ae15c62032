import type { Database } from '#database';
import { costOfSum } from '../cost.ts';
import { modelTiers, type ModelTier, type TokenUsage } from '../language-model.ts';
import type { ModelRegistry } from '../registry.ts';
import { EMBEDDING_TIER } from './model-call.repository.ts';
import { pricesOf, setOf, type PriceSet } from './price-sets.ts';
import { usedModels } from './usage.read-model.ts';

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
  /**
   * The same tokens on the cheapest model of the tier of each call's provider, at the prices of prompts of the usual length;
   * embeddings, which no tier could take over, cost the same. `allFlashUsd` is the least that routing could come to.
   */
  allFlashUsd: number;
  allStandardUsd: number;
  allPremiumUsd: number;
  /** Share that was saved, from 0 to 1, below 0 where it cost more; null without any cost. */
  savedAgainstStandard: number | null;
  savedAgainstPremium: number | null;
  /** What could have been saved at most: with every call on the flash tier. */
  ceilingAgainstStandard: number | null;
  ceilingAgainstPremium: number | null;
  tiers: TierShare[];
  embeddings: { calls: number; tokens: number; costUsd: number };
  /** Within `costUsd`: calls of workers that died, counted at what had been held back for them. */
  estimated: { calls: number; costUsd: number };
  /** Of the input tokens those that providers had in their caches, and those that they put there. */
  cachedTokens: number;
  cacheWriteTokens: number;
}

export interface UsedModel extends TokenUsage {
  provider: string;
  tier: string;
  calls: number;
  costUsd: number;
  /** Within `calls` and `costUsd`. */
  estimatedCalls?: number;
  estimatedUsd?: number;
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
  const used = await database.forOrg(orgId, (tx) => usedModels(tx, from, to));
  return reportOf(used, registry, prices);
}

/** The report of what was used. */
export function reportOf(all: readonly UsedModel[], registry: ModelRegistry, prices?: PriceSet): CostReport {
  const embeddings = all.filter(({ tier }) => tier === EMBEDDING_TIER);
  const used = all
    .filter(({ tier }) => tier !== EMBEDDING_TIER)
    .map((model) => asIfPriced(model, registry, prices));
  const embeddingUsd = sum(embeddings, (model) => model.costUsd);
  const costUsd = sum(used, (model) => model.costUsd) + embeddingUsd;
  const onTier = (tier: ModelTier) =>
    embeddingUsd +
    sum(used, (model) =>
      model.set ? costOfSum({ prices: pricesOf(registry, model.set, tier, model) }, model) : 0,
    );
  const [allFlashUsd, allStandardUsd, allPremiumUsd] = [
    onTier('flash'),
    onTier('standard'),
    onTier('premium'),
  ];
  const calls = sum(used, (model) => model.calls);
  const tokens = sum(used, tokensOf);
  return {
    prices: prices ?? null,
    costUsd,
    allFlashUsd,
    allStandardUsd,
    allPremiumUsd,
    savedAgainstStandard: savedShare(costUsd, allStandardUsd),
    savedAgainstPremium: savedShare(costUsd, allPremiumUsd),
    ceilingAgainstStandard: savedShare(allFlashUsd, allStandardUsd),
    ceilingAgainstPremium: savedShare(allFlashUsd, allPremiumUsd),
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
    embeddings: {
      calls: sum(embeddings, (model) => model.calls),
      tokens: sum(embeddings, tokensOf),
      costUsd: embeddingUsd,
    },
    estimated: {
      calls: sum(all, ({ estimatedCalls = 0 }) => estimatedCalls),
      costUsd: sum(all, ({ estimatedUsd = 0 }) => estimatedUsd),
    },
    cachedTokens: sum(used, (model) => model.cachedTokens),
    cacheWriteTokens: sum(used, ({ cacheWriteTokens = 0 }) => cacheWriteTokens),
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
  const ofTier = pricesOf(registry, prices, used.tier as ModelTier, used);
  return { ...used, set: prices, costUsd: costOfSum({ prices: ofTier }, used) };
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
