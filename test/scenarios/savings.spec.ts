import { FixedClock } from '#config';
import { ModelRegistry, type CostReport, type UsedModel } from '#models';
import { savingsOf } from '../../scripts/eval/report.ts';
import { recordedUsage } from './recorded-usage.ts';

const on = (day: string) =>
  new ModelRegistry(undefined, undefined, new FixedClock(new Date(`${day}T12:00:00Z`)));

function savedBy(used: readonly UsedModel[], day: string): Record<string, CostReport> {
  return Object.fromEntries(savingsOf(used, on(day)).map((report) => [report.prices, report]));
}

describe('the scenarios of all packs together', () => {
  const used = Object.values(recordedUsage).flat();

  it('cost at most half of the price with every call on premium models, if prices allow it', () => {
    const today = savedBy(used, '2026-11-22');
    for (const prices of ['openai', 'google', 'cheapest', 'source'])
      expect(today[prices]?.savedAgainstPremium).toBeGreaterThanOrEqual(0.5);
    // The standard model costs exactly half of the premium model, and this work has more premium than flash tokens.
    expect(today.anthropic?.savedAgainstPremium).toBeGreaterThan(0.45);
    // From then on, three quarters of it: the figures state the possible savings, not a goal.
    expect(savedBy(used, '2027-01-01').google?.savedAgainstPremium).toBeGreaterThan(0.25);
  });

  it('could save nearly all of it on flash models: the limit is the work, not the prices', () => {
    for (const { ceilingAgainstPremium } of savingsOf(used, on('2026-11-22')))
      expect(ceilingAgainstPremium).toBeGreaterThan(0.94);
  });

  it('save half on Anthropic too if an org asks about markets on the flash tier', () => {
    const { geo = [], ...others } = recordedUsage;
    const moved = [...Object.values(others).flat(), ...geo.map((model) => ({ ...model, tier: 'flash' }))];
    const today = savedBy(moved, '2026-11-22');
    for (const prices of ['openai', 'google', 'anthropic', 'cheapest'])
      expect(today[prices]?.savedAgainstPremium).toBeGreaterThanOrEqual(0.5);
  });
});
