import { ModelRegistry } from '../registry.ts';
import { costOfUsage } from '../cost.ts';
import { reportOf } from './cost-report.ts';

const registry = new ModelRegistry();

function used(model: string, promptTokens: number, completionTokens: number) {
  const entry = registry.find(model);
  if (!entry) throw new Error(`There is no model ${model}`);
  const tokens = { promptTokens, cachedTokens: 0, completionTokens };
  const { provider, tier } = entry;
  return { provider, tier, model, calls: 1, ...tokens, costUsd: costOfUsage(entry, tokens) };
}

describe('the cost report', () => {
  it('compares with all tokens on one tier of the same provider', () => {
    const report = reportOf(
      [used('gpt-5.4-nano', 80_000, 20_000), used('gpt-5.4-mini', 40_000, 10_000)],
      registry,
    );
    expect(report.allStandardUsd).toBeCloseTo((120_000 * 0.75 + 30_000 * 4.5) / 1e6, 10);
    expect(report.allPremiumUsd).toBeCloseTo((120_000 * 2.5 + 30_000 * 15) / 1e6, 10);
    expect(report.savedAgainstStandard).toBeCloseTo(1 - report.costUsd / report.allStandardUsd, 10);
    expect(report.savedAgainstPremium).toBeGreaterThan(0.5);
    expect(report.tiers).toMatchObject([
      { tier: 'flash', calls: 1, tokens: 100_000 },
      { tier: 'standard', calls: 1, tokens: 50_000 },
      { tier: 'premium', calls: 0, tokens: 0, costUsd: 0 },
    ]);
  });

  it('shows a loss as one, and takes OpenAI where a provider has no model of a tier', () => {
    const report = reportOf([used('claude-opus-4-6', 1_000, 1_000)], registry);
    expect(report.savedAgainstStandard).toBeLessThan(0);
    expect(report.savedAgainstPremium).toBeCloseTo(0, 10);
    expect(reportOf([], registry)).toMatchObject({ costUsd: 0, savedAgainstStandard: null });
  });
});
