import { budgetConsequence, budgetProblems, budgetRule, budgetSpent } from './budget-words.ts';

const budget = (softUsd: number | null, hardUsd: number | null, spentUsd = 0) => ({
  period: 'day' as const,
  softUsd,
  hardUsd,
  spentUsd,
  reservedUsd: 0,
});
const said = (softUsd: number | null, hardUsd: number | null, before = budget(1, 5)) =>
  budgetConsequence({ softUsd, hardUsd }, before, 'day');

it('says at the field what does not fit', () => {
  expect(budgetProblems({ softUsd: 8, hardUsd: 5 })).toEqual({ soft: 'Must not be above “Never more than”' });
  expect(budgetProblems({ softUsd: -5, hardUsd: NaN })).toEqual({
    soft: 'Write an amount of $0 or more',
    hard: 'Write an amount of $0 or more',
  });
  expect(budgetProblems({ softUsd: 8, hardUsd: -5 })).toEqual({ hard: 'Write an amount of $0 or more' });
  for (const fits of [budget(5, 5), budget(8, null), budget(null, 0), budget(null, null)])
    expect(budgetProblems(fits)).toEqual({});
});

it('says what comes of it', () => {
  expect(said(null, null)).toContain('spending is not limited');
  expect(said(8, null)).toMatch(/^Nothing stops turns any more: /);
  expect(said(8, null, budget(1, null))).toMatch(/^Nothing stops turns: /);
  expect(said(1, 5)).toMatch(/^A turn that would go over the hard budget fails/);
  expect(said(1, 5, budget(1, 9, 6))).toMatch(/^\$6\.00 are spent already: .* until the day ends\.$/);
});

it('calls no limit what only warns', () => {
  expect([budgetSpent(budget(8, null)), budgetRule(budget(8, null))]).toEqual([
    '$0 spent, warns from $8.00',
    'From $8.00 on, cheaper tiers are preferred; nothing stops turns.',
  ]);
  expect([budgetSpent({ ...budget(null, 5, 2), reservedUsd: 1 }), budgetRule(budget(null, 5))]).toEqual([
    '$2.00 of $5.00, $1.00 held back for calls that run',
    'No warning line; never more than $5.00.',
  ]);
});
