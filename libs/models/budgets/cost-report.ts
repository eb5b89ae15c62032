import type { ConsoleCostReport } from '#contracts';
import type { Database } from '#database';
import { costOfSum } from '../cost.ts';
import { modelTiers, type ModelTier, type TokenUsage } from '../language-model.ts';
import type { ModelRegistry } from '../registry.ts';
import { EMBEDDING_TIER } from './model-call.repository.ts';
import { pricesOf, setOf, type PriceSet } from './price-sets.ts';
import { usedModels } from './usage.read-model.ts';

export type CostComparison = Omit<ConsoleCostReport, 'from' | 'to'>;

export interface UsedModel extends TokenUsage {
  provider: string;
  tier: string;
  calls: number;
  costUsd: number;
  /** The model, if it has no price: the cost is unknown. */
  unpriced?: string | null;
  /** Part of `calls` and `costUsd`. */
  estimatedCalls?: number;
  estimatedUsd?: number;
}

/**
 * Reports the cost of an org's model calls from one day to another, both included, compared with a single tier.
 *
 * @param prices price set for calls of the offline model.
 * @param free as of {@link freeModels}.
 */
export async function costReport(
  database: Database,
  registry: ModelRegistry,
  orgId: string,
  { from, to, prices, free = [] }: { from: string; to: string; prices?: PriceSet; free?: readonly string[] },
): Promise<ConsoleCostReport> {
  const used = await database.forOrg(orgId, (tx) => usedModels(tx, from, to, free));
  return { from, to, ...reportOf(used, registry, prices) };
}

/**
 * Computes the report of the given usage. The cost of the same tokens on one tier is that on the cheapest model of the tier of each call's provider, at the
 * prices of prompts of the usual length. Embeddings keep their cost, since they have no tier. `allFlashUsd` is the lower bound for routing.
 * Calls without a price have no part in costs and savings.
 */
export function reportOf(
  all: readonly UsedModel[],
  registry: ModelRegistry,
  prices?: PriceSet,
): CostComparison {
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
  const [allFlashUsd = 0, allStandardUsd = 0, allPremiumUsd = 0] = modelTiers.map(onTier);
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
    unpriced: all.flatMap(({ unpriced: model, ...one }) =>
      model ? [{ model, calls: one.calls, tokens: tokensOf(one) }] : [],
    ),
    cachedTokens: sum(used, (model) => model.cachedTokens),
    cacheWriteTokens: sum(used, ({ cacheWriteTokens = 0 }) => cacheWriteTokens),
  };
}

/** Returns the usage with the price set for comparison; undefined if the calls have no price. */
function asIfPriced(
  used: UsedModel,
  registry: ModelRegistry,
  prices: PriceSet | undefined,
): UsedModel & { set: PriceSet | undefined } {
  if (used.provider !== 'offline') return { ...used, set: used.unpriced ? undefined : setOf(used.provider) };
  if (!prices) return { ...used, set: undefined };
  const ofTier = pricesOf(registry, prices, used.tier as ModelTier, used);
  return { ...used, set: prices, costUsd: costOfSum({ prices: ofTier }, used) };
}

function tokensOf({ promptTokens, completionTokens }: TokenUsage): number {
  return promptTokens + completionTokens;
}

function sum<Row>(rows: readonly Row[], of: (row: Row) => number): number {
  return rows.reduce((total, row) => total + of(row), 0);
}

function savedShare(costUsd: number, otherUsd: number): number | null {
  return otherUsd === 0 ? null : 1 - costUsd / otherUsd;
}
