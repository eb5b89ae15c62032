import { savingsOf } from '../../scripts/eval/report.ts';
import { recordedUsage } from './recorded-usage.ts';

describe('the scenarios of all packs together', () => {
  const savings = savingsOf(Object.values(recordedUsage).flat());

  it('cost at most half of what they would with every call on premium models', () => {
    const saved = Object.fromEntries(
      savings.map(({ prices, savedAgainstPremium }) => [prices, savedAgainstPremium]),
    );
    expect(saved.openai).toBeGreaterThanOrEqual(0.5);
    expect(saved.cheapest).toBeGreaterThanOrEqual(0.5);
    // Their standard models cost half of their premium ones and more: what can be saved is said, not wished for.
    expect(saved.anthropic).toBeGreaterThan(0.4);
    expect(saved.google).toBeGreaterThan(0.2);
  });
});
