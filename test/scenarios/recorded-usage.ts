import type { UsedModel } from '#models';

function offline(tier: string, calls: number, promptTokens: number, completionTokens: number): UsedModel {
  return { provider: 'offline', tier, calls, promptTokens, cachedTokens: 0, completionTokens, costUsd: 0 };
}

/**
 * Recorded token usage of each pack's scenarios per tier on the offline model, as `npm run eval -- --provider offline`
 * prints it. The suites compare their usage with it.
 */
export const recordedUsage: Readonly<Record<string, readonly UsedModel[]>> = {
  consult: [
    offline('flash', 176, 168_073, 3_988),
    offline('standard', 135, 429_559, 7_281),
    offline('premium', 18, 61_031, 812),
  ],
  estio: [
    offline('flash', 69, 19_849, 504),
    offline('standard', 96, 274_956, 7_002),
    offline('premium', 44, 139_462, 4_434),
  ],
  geo: [offline('flash', 15, 10_816, 297), offline('standard', 140, 443_599, 7_179)],
  ohm: [
    offline('flash', 86, 67_374, 2_671),
    offline('standard', 140, 575_160, 16_829),
    offline('premium', 20, 146_330, 4_029),
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

/** Input plus output tokens. */
function tokensOf({ promptTokens, completionTokens }: UsedModel): number {
  return promptTokens + completionTokens;
}
