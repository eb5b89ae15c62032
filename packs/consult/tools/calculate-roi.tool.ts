import { z } from 'zod';
import { countText, defineTool, moneyText, ToolError } from '#pack-kit';
import { numberSetting } from '../settings.ts';
import { roiResult, modeOf, roiOf, type RoiResult } from './calculate-roi.ts';

const savings = (what: string) =>
  moneyText({ min: 0, description: `USD saved per year by ${what}.` }).optional();

const input = z.object({
  currentCost: moneyText({ min: 0, description: 'USD per year that the work costs now.' }).optional(),
  timeSavings: countText({ min: 0, integer: false, description: 'Hours saved per year.' }).optional(),
  employeeCostPerHour: moneyText({ above: 0, description: 'USD per working hour.' }).optional(),
  implementationCost: moneyText({ min: 0, description: 'One-time USD to set it up.' }).optional(),
  timeline: countText({ min: 1, max: 120, description: 'Months to calculate.' }).default(12),
  initialInvestment: moneyText({ min: 0, description: 'One-time USD, with the savings in USD.' }).optional(),
  annualCost: moneyText({ min: 0, description: 'USD per year to run it.' }).optional(),
  staffReductionSavings: savings('fewer staff'),
  efficiencySavings: savings('faster work'),
  retentionSavings: savings('less churn of customers or staff'),
});

export const calculateRoi = defineTool({
  name: 'calculate_roi',
  description:
    'Works out the return on investment from costs and savings: savings, net gain, return in percent and payback in months. Give either the hours saved a year, or savings in dollars.',
  category: 'value',
  capability: 'roi',
  input,
  result: roiResult,
  whenToUse: [
    'Costs are to be weighed against savings: return, payback, business case.',
    'Not for time that is lost while nothing is done.',
  ],
  examples: [
    'If it saves 900 hours a year for 15k, does that pay off?',
    'Work out the return with 30k invested and 20k efficiency gains',
    'How fast would we earn the money back?',
    'احسب العائد على الاستثمار إذا وفرنا 500 ساعة سنويا',
    'متى نسترد تكلفة المشروع؟',
  ],
  role: 'any',
  sideEffect: 'none',
  cacheable: { ttlSeconds: 300 },
  intents: ['value', 'billing'],
  async execute(given, { settings }): Promise<RoiResult> {
    const mode = modeOf(given);
    if (!mode) {
      const needed =
        'expected timeSavings, or one of staffReductionSavings, efficiencySavings, retentionSavings';
      throw new ToolError(
        'VALIDATION_FAILED',
        'A return needs savings: the hours saved a year, or savings in dollars by staff, efficiency or retention.',
        { fields: [{ name: '(arguments)', problem: needed }] },
      );
    }
    return roiOf(given, mode, numberSetting(settings, 'CONSULT_HOURLY_RATE'));
  },
});
