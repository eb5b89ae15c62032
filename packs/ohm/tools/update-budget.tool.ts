import { z } from 'zod';
import { moneyText } from '#pack-kit';
import { atLeastOne, itemsOf, updateTool } from './deprecated-update.ts';

const currencyCode = z
  .string()
  .trim()
  .regex(/^[A-Za-z]{3}$/)
  .toUpperCase();

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
  target_currency: currencyCode
    .optional()
    .describe('ISO 4217 of the target, such as EUR; that of the prices when left out.'),
  currency: currencyCode
    .optional()
    .describe('ISO 4217 of the items, such as USD; where none are given, of the target.'),
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
