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
    offline('flash', 67, 51_744, 1_147),
    offline('standard', 65, 205_020, 2_928),
    offline('premium', 6, 20_242, 181),
  ],
  estio: [
    offline('flash', 31, 5_048, 186),
    offline('standard', 54, 151_190, 3_354),
    offline('premium', 25, 80_143, 798),
  ],
  geo: [offline('flash', 5, 1_380, 40), offline('standard', 67, 200_096, 2_281)],
  ohm: [
    offline('flash', 71, 56_287, 2_342),
    offline('standard', 119, 501_536, 13_374),
    offline('premium', 20, 142_128, 3_557),
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
