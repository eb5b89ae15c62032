import type { UsedModel } from '#models';

function offline(tier: string, calls: number, promptTokens: number, completionTokens: number): UsedModel {
  return { provider: 'offline', tier, calls, promptTokens, cachedTokens: 0, completionTokens, costUsd: 0 };
}

/**
 * What the scenarios of each pack use of each tier on the offline model, as `npm run eval -- --provider offline` prints it.
 * The suites hold themselves to it.
 */
export const recordedUsage: Readonly<Record<string, readonly UsedModel[]>> = {
  consult: [
    offline('flash', 160, 156_182, 3_708),
    offline('standard', 125, 398_740, 6_618),
    offline('premium', 14, 47_614, 575),
  ],
  estio: [
    offline('flash', 52, 13_606, 323),
    offline('standard', 74, 210_265, 5_380),
    offline('premium', 45, 144_387, 4_449),
  ],
  geo: [offline('flash', 10, 7_024, 248), offline('standard', 108, 340_495, 4_905)],
  ohm: [
    offline('flash', 71, 58_227, 2_342),
    offline('standard', 119, 496_535, 13_567),
    offline('premium', 20, 146_084, 4_029),
  ],
};

/** Share of each tier in all tokens, from 0 to 1. */
export function sharesOf(used: readonly UsedModel[]): Record<string, number> {
  const all = used.reduce((sum, model) => sum + tokensOf(model), 0);
  const tiers = [...new Set(used.map(({ tier }) => tier))];
  return Object.fromEntries(
    tiers.map((tier) => {
      const ofTier = used.filter((model) => model.tier === tier);
      return [tier, ofTier.reduce((sum, model) => sum + tokensOf(model), 0) / all];
    }),
  );
}

/** Input and output. */
function tokensOf({ promptTokens, completionTokens }: UsedModel): number {
  return promptTokens + completionTokens;
}
