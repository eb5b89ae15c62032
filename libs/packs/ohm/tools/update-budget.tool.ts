import { z } from 'zod';
import { moneyText } from '#tools';
import { atLeastOne, updateTool } from './deprecated-update.ts';
import { itemsOf } from './given-items.ts';

const input = z.object({
  items: itemsOf(
    'Costs of parts: componentId, name, quantity, unitPrice; those of the parts list when left out.',
    200,
  ).optional(),
  target_budget: moneyText({ description: 'What all of it may cost.' }).optional(),
  optimizations: itemsOf(
    'Savings: id, componentId, current, suggested, currentUnitPrice, suggestedUnitPrice, risk, rationale.',
    100,
  ).optional(),
  other_costs: itemsOf('Costs beside parts: id, label, amount.', 50).optional(),
  currency: z.string().trim().length(3).optional().describe('ISO 4217, such as USD.'),
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
    return {
      kind: 'budget',
      strategy: 'replace',
      content: {
        ...(items && { items }),
        ...(targetBudget !== undefined && { targetBudget }),
        ...(optimizations && { optimizations }),
        ...(otherCosts && { otherCosts }),
        ...(currency !== undefined && { currency }),
      },
    };
  },
});
