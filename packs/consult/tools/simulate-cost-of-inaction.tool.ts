import { z } from 'zod';
import { countText, defineTool, moneyText } from '#pack-kit';
import { numberSetting } from '../settings.ts';
import { costOfInactionResult, costOfInaction } from './cost-of-inaction.ts';

const input = z.object({
  inefficient_process: z.string().trim().min(2).max(200).describe('The work that wastes the time.'),
  hours_wasted_per_week: countText({
    above: 0,
    max: 168,
    integer: false,
    description: 'Hours lost per person and week; divide hours of a whole team by its size.',
  }),
  team_size: countText({ min: 1, max: 100_000, description: 'Number of people.' }),
  hourly_rate: moneyText({
    above: 0,
    max: 10_000,
    description: 'USD per hour, only if the visitor stated it. Omitted: a usual rate.',
  }).optional(),
});

export const simulateCostOfInaction = defineTool({
  name: 'simulate_cost_of_inaction',
  description:
    'Works out what an unsolved inefficiency costs a month and a year, and after how many months the workshop or the consulting engagement would have cost less than waiting.',
  category: 'sales',
  capability: 'roi',
  input,
  result: costOfInactionResult,
  whenToUse: [
    'Time is wasted, work is done by hand, something is slow or inefficient, and nothing is done about it.',
    'What waiting, leaving it as it is or changing nothing costs.',
  ],
  examples: [
    'Eight of us lose six hours weekly copying invoices',
    'What does it cost us to leave reporting manual?',
    '3 people, 15 hours a week each on support mails',
    'خمسة موظفين يضيعون 10 ساعات أسبوعيا في إدخال البيانات',
    'كم نخسر إذا لم نحل هذه المشكلة؟',
  ],
  tier: 'always',
  role: 'any',
  sideEffect: 'none',
  intents: ['value'],
  async execute(
    { inefficient_process: process, hours_wasted_per_week: hours, team_size: people, hourly_rate: rate },
    { settings },
  ) {
    return costOfInaction(
      process,
      { hoursPerWeek: hours, people },
      {
        weeksPerMonth: numberSetting(settings, 'CONSULT_WEEKS_PER_MONTH'),
        hourlyRate: rate ?? numberSetting(settings, 'CONSULT_HOURLY_RATE'),
        workshopPrice: numberSetting(settings, 'CONSULT_WORKSHOP_PRICE'),
        consultingPrice: numberSetting(settings, 'CONSULT_CONSULTING_PRICE'),
      },
    );
  },
});
