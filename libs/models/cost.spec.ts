import { FixedClock } from '#config';
import { costOfSum, costOfUsage, costOfTokens, mostCostOf } from './cost.ts';
import { ModelRegistry } from './registry.ts';

const on = (day: string) =>
  new ModelRegistry(undefined, undefined, new FixedClock(new Date(`${day}T12:00:00Z`)));
const registry = on('2027-01-01');
const model = registry.find('gpt-6.1-terra')!;

describe('cost', () => {
  it('prices cached tokens separately', () => {
    const usage = { promptTokens: 100_000, cachedTokens: 40_000, completionTokens: 10_000 };
    expect(costOfUsage(model, usage)).toBeCloseTo(0.06 * 1 + 0.04 * 0.05 + 0.01 * 5, 10);
  });

  it('prices cache writes above other input', () => {
    const usage = {
      promptTokens: 100_000,
      cachedTokens: 40_000,
      cacheWriteTokens: 50_000,
      completionTokens: 0,
    };
    expect(costOfUsage(model, usage)).toBeCloseTo(0.01 * 1 + 0.04 * 0.05 + 0.05 * 1.25, 10);
    const google = registry.find('gemini-3.8-flash')!;
    expect(costOfUsage(google, usage)).toBeCloseTo(0.06 * 1.5 + 0.04 * 0.15, 10);
    expect(mostCostOf(model, 100_000, 0)).toBeCloseTo(0.1 * 1.25, 10);
  });

  it.each([
    ['gpt-6.1-terra', 272_000, { input: 2, output: 7.5 }],
    ['gemini-3.1-pro-preview', 200_000, { input: 4, output: 18 }],
    ['claude-haiku-5-5', 100_000, { input: 0.5, output: 2.5 }],
  ])('prices a whole prompt of %s above %d tokens at its long-prompt prices', (id, over, long) => {
    const entry = registry.find(id)!;
    const { input, output } = entry.prices;
    const usage = { promptTokens: over, cachedTokens: 0, completionTokens: 1_000 };
    expect(costOfUsage(entry, usage)).toBeCloseTo((over * input + 1_000 * output) / 1e6, 10);
    const longer = { ...usage, promptTokens: over + 1 };
    expect(costOfUsage(entry, longer)).toBeCloseTo(((over + 1) * long.input + 1_000 * long.output) / 1e6, 10);
    // The sum of many calls does not count as a long prompt.
    expect(costOfSum(entry, longer)).toBeCloseTo(((over + 1) * input + 1_000 * output) / 1e6, 10);
  });

  it('estimates without a cache, and never prices more cached tokens than input tokens', () => {
    expect(costOfTokens(model, 1_000, 500)).toBeCloseTo(0.001 + 0.0025, 10);
    expect(costOfUsage(model, { promptTokens: 10, cachedTokens: 99, completionTokens: 0 })).toBeCloseTo(
      0.000_000_5,
      12,
    );
  });

  it('uses an introductory price until its last day', () => {
    const usage = { promptTokens: 100_000, cachedTokens: 40_000, completionTokens: 10_000 };
    const costOn = (day: string) => costOfUsage(on(day).find('gemini-3.8-flash')!, usage);
    expect(costOn('2026-12-31')).toBeCloseTo(0.06 * 0.75 + 0.04 * 0.075 + 0.01 * 3.75, 10);
    expect(costOn('2027-01-01')).toBeCloseTo(0.06 * 1.5 + 0.04 * 0.15 + 0.01 * 7.5, 10);
    expect(on('2026-12-31').find('gemini-3.8-flash')!.prices.readOn).toBe('2026-11-22');
  });

  it('costs nothing offline', () => {
    expect(costOfTokens(registry.find('offline-premium')!, 1_000_000, 1_000_000)).toBe(0);
  });
});

describe('registry', () => {
  it('has each model once, with a dated source, cached input no more expensive than input, and every offline tier', () => {
    const ids = registry.all().map((entry) => entry.id);
    expect(new Set(ids).size).toBe(ids.length);
    for (const entry of registry.all()) {
      expect(entry.prices.readOn).toMatch(/^\d{4}-\d{2}-\d{2}$/);
      expect(entry.prices.source).not.toBe('');
      expect(entry.prices.cachedInput).toBeLessThanOrEqual(entry.prices.input);
    }
    for (const tier of ['flash', 'standard', 'premium'] as const) {
      expect(registry.ofTier(tier).map((entry) => entry.provider)).toEqual(
        expect.arrayContaining(['openai', 'offline']),
      );
    }
  });
});
