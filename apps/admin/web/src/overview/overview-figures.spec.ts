import { spendNote, spendTone } from './overview-figures.ts';

it('compares spend with the budgets of the same orgs, and has the colour of the org furthest over its own', () => {
  const spend = { todayUsd: 51, softUsd: 100, hardUsd: 10, budgetedUsd: 1, over: null, days: [] };
  expect(spendNote(spend)).toMatch(/^\$1\.00 of budgets of \$10\.00 \(10\s%\)$/);
  const tones = ([null, 'soft', 'hard'] as const).map((over) => spendTone({ ...spend, over }));
  expect(tones).toEqual([undefined, 'amber', 'red']);
});
