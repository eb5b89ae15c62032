import { z } from 'zod';
import { moneyText } from '#pack-kit';
import { currency as currencyCode } from '../schema/artifacts/readings.ts';
import { atLeastOne, itemsOf, updateTool } from './deprecated-update.ts';

const input = z.object({
  items: itemsOf('Costs of parts, as in write_file. Omitted: those of the parts list.', 200).optional(),
  target_budget: moneyText({ description: 'Most that all of it may cost.' }).optional(),
  optimizations: itemsOf('Possible savings, as in write_file.', 100).optional(),
  other_costs: itemsOf('Other costs, as in write_file.', 50).optional(),
  target_currency: currencyCode
    .optional()
    .describe('ISO 4217 of the target, such as EUR. Omitted: that of the prices.'),
  currency: currencyCode.optional().describe('ISO 4217 of the items, or without items of the target.'),
});

export const updateBudget = updateTool({
  name: 'update_budget',
  description: 'Writes the whole budget anew.',
  input,
  examples: [
    'Set the target to 40 dollars',
    'Refresh the cost sheet',
    'Rework the savings list',
    'اجعل الميزانية المستهدفة ٤٠ دولارا',
  ],
  write: (given) => {
    atLeastOne(given, input);
    const { items, target_budget: targetBudget, optimizations, other_costs: otherCosts, currency } = given;
    // Without items the prices are those of the parts list, in whatever currency the target is.
    const targetCurrency = given.target_currency ?? (items ? undefined : currency);
    return {
      kind: 'budget',
      strategy: 'replace',
      content: {
        ...(items && { items }),
        ...(targetBudget !== undefined && { targetBudget }),
        ...(optimizations && { optimizations }),
        ...(otherCosts && { otherCosts }),
        ...(targetBudget !== undefined && targetCurrency !== undefined && { targetCurrency }),
        ...(items && currency !== undefined && { currency }),
      },
    };
  },
});
