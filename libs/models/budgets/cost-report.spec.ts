import { FixedClock } from '#config';
import { ModelRegistry } from '../registry.ts';
import { costOfUsage } from '../cost.ts';
import { reportOf } from './cost-report.ts';

const registry = new ModelRegistry(undefined, undefined, new FixedClock(new Date('2027-01-01T00:00:00Z')));

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
      [used('gpt-6-luna', 80_000, 20_000), used('gpt-5.4-mini', 40_000, 10_000)],
      registry,
    );
    expect(report.allStandardUsd).toBeCloseTo((120_000 * 0.75 + 30_000 * 4.5) / 1e6, 10);
    expect(report.allPremiumUsd).toBeCloseTo((120_000 * 2 + 30_000 * 10) / 1e6, 10);
    expect(report.savedAgainstStandard).toBeCloseTo(1 - report.costUsd / report.allStandardUsd, 10);
    expect(report.savedAgainstPremium).toBeGreaterThan(0.5);
    expect(report.tiers).toMatchObject([
      { tier: 'flash', calls: 1, tokens: 100_000 },
      { tier: 'standard', calls: 1, tokens: 50_000 },
      { tier: 'premium', calls: 0, tokens: 0, costUsd: 0 },
    ]);
  });

  it('shows negative savings', () => {
    const report = reportOf([used('claude-opus-5-5', 1_000, 1_000)], registry);
    expect(report.savedAgainstStandard).toBeLessThan(0);
    expect(report.savedAgainstPremium).toBeCloseTo(0, 10);
    expect(reportOf([], registry)).toMatchObject({ costUsd: 0, savedAgainstStandard: null });
  });

  it('reports the upper bound of savings, with all calls on the flash tier', () => {
    const report = reportOf([used('claude-opus-5-5', 1_000, 1_000)], registry);
    expect(report.allFlashUsd).toBeCloseTo((1_000 * 0.1 + 1_000 * 0.5) / 1e6, 10);
    expect(report.ceilingAgainstPremium).toBeCloseTo(1 - 0.6 / 24, 10);
    expect(report.ceilingAgainstStandard).toBeCloseTo(1 - 0.6 / 12, 10);
  });

  it('counts cache writes at their price on every tier', () => {
    const opus = used('claude-opus-5-5', 1_000, 0);
    const written = { ...opus, cacheWriteTokens: 1_000, costUsd: (1_000 * 5) / 1e6 };
    const report = reportOf([written], registry);
    expect(report).toMatchObject({ cacheWriteTokens: 1_000, savedAgainstPremium: 0 });
    expect(report.allStandardUsd).toBeCloseTo((1_000 * 2.5) / 1e6, 10);
  });

  it('reports embeddings separately, at the same cost on every tier', () => {
    const embedding = {
      provider: 'openai',
      tier: 'embedding',
      calls: 3,
      promptTokens: 1_000_000,
      cachedTokens: 0,
      completionTokens: 0,
      costUsd: 0.02,
    };
    const chat = used('gpt-6.1-sol', 1_000, 100);
    const report = reportOf([embedding, chat], registry);
    expect(report.embeddings).toEqual({ calls: 3, tokens: 1_000_000, costUsd: 0.02 });
    expect(report.costUsd).toBeCloseTo(0.02 + chat.costUsd, 10);
    expect(report.allPremiumUsd).toBeCloseTo(report.costUsd, 10);
    expect(report.tiers[2]).toMatchObject({ calls: 1, shareOfCalls: 1, shareOfTokens: 1 });
  });

  it('leaves calls without a price out of the savings, and names their model', () => {
    const known = used('gpt-6-luna', 1_000, 100);
    const report = reportOf(
      [{ ...used('gpt-5.4-mini', 90_000, 10_000), costUsd: 0, unpriced: 'qwen3:8b' }, known],
      registry,
    );
    expect(report).toMatchObject({
      unpriced: [{ model: 'qwen3:8b', calls: 1, tokens: 100_000 }],
      savedAgainstStandard: reportOf([known], registry).savedAgainstStandard,
    });
  });

  it('prices offline calls with a price set, and as free without one', () => {
    const offline = {
      ...used('gpt-5.4-mini', 90_000, 10_000),
      provider: 'offline',
      model: 'offline-standard',
      costUsd: 0,
    };
    expect(reportOf([offline], registry)).toMatchObject({
      prices: null,
      costUsd: 0,
      allStandardUsd: 0,
      savedAgainstPremium: null,
    });
    const priced = reportOf([offline], registry, 'openai');
    expect(priced.costUsd).toBeCloseTo((90_000 * 0.75 + 10_000 * 4.5) / 1e6, 10);
    expect(priced).toMatchObject({ prices: 'openai', savedAgainstStandard: 0 });
    const google = reportOf([offline], registry, 'google');
    expect(google.costUsd).toBeCloseTo((90_000 * 1.5 + 10_000 * 7.5) / 1e6, 10);
    expect(google.allPremiumUsd).toBeCloseTo((90_000 * 2 + 10_000 * 12) / 1e6, 10);
    expect(reportOf([offline], registry, 'cheapest').costUsd).toBeCloseTo(priced.costUsd, 10);
  });

  it('prices offline calls at the example prices of the source', () => {
    const offline = { ...used('gpt-5.4-mini', 90_000, 10_000), provider: 'offline', costUsd: 0 };
    const report = reportOf([offline], registry, 'source');
    expect(report.prices).toBe('source');
    expect(report.costUsd).toBeCloseTo(90 * 0.00125 + 10 * 0.005, 10);
    expect(report.allFlashUsd).toBeCloseTo(90 * 0.000075 + 10 * 0.0003, 10);
    expect(report.allPremiumUsd).toBeCloseTo(90 * 0.015 + 10 * 0.075, 10);
    // The paid cost is unchanged.
    expect(reportOf([used('gpt-5.4-mini', 90_000, 10_000)], registry, 'source').costUsd).toBeCloseTo(
      (90_000 * 0.75 + 10_000 * 4.5) / 1e6,
      10,
    );
  });

  it('reports the share of each tier in calls and tokens', () => {
    const { tiers } = reportOf(
      [
        { ...used('gpt-6-luna', 600, 0), calls: 3 },
        { ...used('gpt-6.1-sol', 400, 0), calls: 1 },
      ],
      registry,
    );
    expect(tiers).toMatchObject([
      { shareOfCalls: 0.75, shareOfTokens: 0.6 },
      { shareOfCalls: 0, shareOfTokens: 0 },
      { shareOfCalls: 0.25, shareOfTokens: 0.4 },
    ]);
    expect(reportOf([], registry).tiers[0]).toMatchObject({ shareOfCalls: 0, shareOfTokens: 0 });
  });
});
