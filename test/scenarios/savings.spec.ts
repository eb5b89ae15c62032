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

  it('cost at most half of what they would with every call on premium models, where prices let them', () => {
    const today = savedBy(used, '2026-11-22');
    for (const prices of ['openai', 'google', 'cheapest', 'source'])
      expect(today[prices]?.savedAgainstPremium).toBeGreaterThanOrEqual(0.5);
    // Its standard model costs exactly half of its premium one, and more of this work is premium than flash.
    expect(today.anthropic?.savedAgainstPremium).toBeGreaterThan(0.45);
    // Three quarters of it from then on: what can be saved is said, not wished for.
    expect(savedBy(used, '2027-01-01').google?.savedAgainstPremium).toBeGreaterThan(0.25);
  });

  it('could save nearly all of it on flash models: it is the work that holds them back, not the prices', () => {
    for (const { ceilingAgainstPremium } of savingsOf(used, on('2026-11-22')))
      expect(ceilingAgainstPremium).toBeGreaterThan(0.94);
  });

  it('save half on Anthropic too where an org asks about markets on the flash tier', () => {
    const { geo = [], ...others } = recordedUsage;
    const moved = [...Object.values(others).flat(), ...geo.map((model) => ({ ...model, tier: 'flash' }))];
    const today = savedBy(moved, '2026-11-22');
    for (const prices of ['openai', 'google', 'anthropic', 'cheapest'])
      expect(today[prices]?.savedAgainstPremium).toBeGreaterThanOrEqual(0.5);
  });
});
