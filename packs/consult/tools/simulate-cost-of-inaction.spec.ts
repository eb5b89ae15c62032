import { advisoryOrg } from '../testing/advisory.fixture.ts';
import type { CostOfInaction } from './cost-of-inaction.ts';
import { simulateCostOfInaction } from './simulate-cost-of-inaction.tool.ts';

describe('simulate_cost_of_inaction', () => {
  const advisory = advisoryOrg();

  const simulate = (hours: unknown, people: unknown, process = 'data entry') =>
    advisory.run<CostOfInaction>(simulateCostOfInaction, {
      inefficient_process: process,
      hours_wasted_per_week: hours,
      team_size: people,
    });

  it.each([
    [6, 8, [192, 9_600, 115_200, 1, 8.3]],
    [2, 1, [8, 400, 4_800, 25, 200]],
    ['7.5', '1,000', [30_000, 1_500_000, 18_000_000, 0, 0.1]],
  ])(
    '%s hours of %s people',
    async (hours, people, [monthlyHours, monthlyCost, annualCost, workshop, consulting]) => {
      expect(await simulate(hours, people)).toMatchObject({
        monthlyHours,
        monthlyCost,
        annualCost,
        workshop: { price: 10_000, breakEvenMonths: workshop },
        consulting: { price: 80_000, breakEvenMonths: consulting },
      });
    },
  );

  it('uses the org’s prices and rates; an invalid value counts as not set', async () => {
    advisory.settings
      .set('CONSULT_WEEKS_PER_MONTH', '4.33')
      .set('CONSULT_HOURLY_RATE', 'dear')
      .set('CONSULT_WORKSHOP_PRICE', '5000');
    expect(await simulate(10, 1)).toMatchObject({
      monthlyHours: 43.3,
      monthlyCost: 2_165,
      hourlyRate: 50,
      workshop: { price: 5_000, breakEvenMonths: 2.3, monthlyShare: 43.3 },
    });
  });

  it.each([
    [0, 5],
    [-1, 5],
    [169, 5],
    [10, 0],
    [10, 100_001],
    [10, 1.5],
  ])('refuses %s hours of %s people', async (hours, people) => {
    await expect(simulate(hours, people)).rejects.toMatchObject({ errorClass: 'VALIDATION_FAILED' });
  });
});
