import { advisoryOrg } from '../testing/advisory.fixture.ts';
import type { RoiResult } from './calculate-roi.ts';
import { calculateRoi } from './calculate-roi.tool.ts';

describe('calculate_roi', () => {
  const advisory = advisoryOrg();

  const roi = (args: Record<string, unknown>) => advisory.run<RoiResult>(calculateRoi, args);

  it.each([
    ['in 6 months', { timeSavings: 1_200, implementationCost: 20_000, timeline: 6 }, [60_000, 10_000, 50, 4]],
    [
      'detailed',
      {
        initialInvestment: 80_000,
        annualCost: 12_000,
        staffReductionSavings: 90_000,
        efficiencySavings: 40_000,
        retentionSavings: 10_000,
      },
      [140_000, 48_000, 52.2, 7.5],
    ],
    ['without an investment', { timeSavings: 100 }, [5_000, 5_000, null, 0]],
    [
      'that never pays back',
      { initialInvestment: 100, annualCost: 500, efficiencySavings: 400 },
      [400, -200, -33.3, null],
    ],
  ])('a return %s', async (_name, args, [annualSavings, netSavings, roiPercent, paybackMonths]) => {
    expect(await roi(args)).toMatchObject({ annualSavings, netSavings, roiPercent, paybackMonths });
  });

  it('uses the org’s rate, and reports the assumed hourly rate', async () => {
    advisory.settings.set('CONSULT_HOURLY_RATE', '80');
    const rated = await roi({ timeSavings: 10 });
    advisory.settings.delete('CONSULT_HOURLY_RATE');
    expect(rated.annualSavings).toBe(800);
    expect(rated.assumptions).toContain('An hour of work costs $80 (assumed).');
  });

  it('reports unused fields, and savings above the cost', async () => {
    expect((await roi({ timeSavings: 10, annualCost: 5 })).warnings).toEqual([
      'Not used by the simplified calculation: annualCost.',
    ]);
    const high = await roi({ timeSavings: 100, currentCost: 1_000 });
    expect(high.savingsShareOfCurrentCostPct).toBe(500);
    expect(high.warnings).toEqual(['The savings are larger than the current cost; check both.']);
  });

  it.each([
    ['no savings at all', {}],
    ['a negative sum', { timeSavings: 10, implementationCost: -1 }],
    ['a timeline above ten years', { timeSavings: 10, timeline: 121 }],
    ['no number', { timeSavings: 'many' }],
  ])('refuses %s', async (_name, args) => {
    await expect(roi(args)).rejects.toMatchObject({ errorClass: 'VALIDATION_FAILED' });
  });
});
