import { costOfUsage, estimateCost } from './cost.ts';
import { ModelRegistry } from './registry.ts';

const registry = new ModelRegistry();
const model = registry.find('gpt-4.1')!;

describe('cost', () => {
  it('prices cached tokens apart', () => {
    const usage = { promptTokens: 1_000_000, cachedTokens: 400_000, completionTokens: 100_000 };
    expect(costOfUsage(model, usage)).toBeCloseTo(0.6 * 2 + 0.4 * 0.5 + 0.1 * 8, 10);
  });

  it('estimates without a cache, and never prices more cached tokens than there were', () => {
    expect(estimateCost(model, 1_000, 500)).toBeCloseTo(0.002 + 0.004, 10);
    expect(costOfUsage(model, { promptTokens: 10, cachedTokens: 99, completionTokens: 0 })).toBeCloseTo(
      0.000_005,
      12,
    );
  });

  it('costs nothing offline', () => {
    expect(estimateCost(registry.find('offline-premium')!, 1_000_000, 1_000_000)).toBe(0);
  });
});

describe('registry', () => {
  it('has each model once, with a dated source, cached input no dearer than input, and every tier offline', () => {
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
