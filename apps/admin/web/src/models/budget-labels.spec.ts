import { budgetConsequence, budgetProblems, budgetRule, budgetSpent } from './budget-labels.ts';

const budget = (softUsd: number | null, hardUsd: number | null, spentUsd = 0) => ({
  period: 'day' as const,
  softUsd,
  hardUsd,
  spentUsd,
  reservedUsd: 0,
});
const consequence = (softUsd: number | null, hardUsd: number | null, before = budget(1, 5)) =>
  budgetConsequence({ softUsd, hardUsd }, before, 'day');

it('reports invalid limits at their fields', () => {
  expect(budgetProblems({ softUsd: 8, hardUsd: 5 })).toEqual({ soft: 'Must not exceed “Hard limit”' });
  expect(budgetProblems({ softUsd: -5, hardUsd: NaN })).toEqual({
    soft: 'Enter an amount of $0 or more',
    hard: 'Enter an amount of $0 or more',
  });
  expect(budgetProblems({ softUsd: 8, hardUsd: -5 })).toEqual({ hard: 'Enter an amount of $0 or more' });
  for (const fits of [budget(5, 5), budget(8, null), budget(null, 0), budget(null, null)])
    expect(budgetProblems(fits)).toEqual({});
});

it('describes the consequence of the limits', () => {
  expect(consequence(null, null)).toContain('spending is not limited');
  expect(consequence(8, null)).toMatch(/^Without a hard limit the budget no longer stops turns; /);
  expect(consequence(8, null, budget(1, null))).toMatch(/^Without a hard limit the budget only warns /);
  expect(consequence(1, 5)).toMatch(/^A turn that would exceed the hard limit fails/);
  expect(consequence(1, 5, budget(1, 9, 6))).toMatch(/^\$6\.00 is already spent: .* until the day ends\.$/);
});

it('does not present a warning threshold as a limit', () => {
  expect([budgetSpent(budget(8, null)), budgetRule(budget(8, null))]).toEqual([
    '$0 spent, warning at $8.00',
    'Cheaper tiers are preferred from $8.00; no hard limit.',
  ]);
  expect([budgetSpent({ ...budget(null, 5, 2), reservedUsd: 1 }), budgetRule(budget(null, 5))]).toEqual([
    '$2.00 of $5.00, $1.00 reserved for running calls',
    'No warning threshold; hard limit $5.00.',
  ]);
});
