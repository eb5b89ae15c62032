import { changeWord, perMinute, spendNote, spendTone, successOf, successTone } from './overview-figures.ts';

const hour = (part: object) => ({ turns: 0, completed: 0, failed: 0, p50Ms: null, p95Ms: null, ...part });
const spend = (part: object) => ({
  todayUsd: 0,
  softUsd: null,
  hardUsd: null,
  budgetedUsd: 0,
  days: [],
  ...part,
});

it('computes the success rate of ended turns, or none without ended turns', () => {
  expect(successOf(hour({ turns: 9, completed: 3, failed: 1 }))).toBe(0.75);
  expect(successOf(hour({ turns: 4 }))).toBeNull();
  expect(successTone(hour({ completed: 96, failed: 4 }))).toBe('amber');
  expect(perMinute(hour({ turns: 90 }))).toBe('1.5');
});

it('compares an hour with the one before', () => {
  expect(changeWord(112, 100)).toBe('+12\u00A0% vs the previous hour');
  expect(changeWord(50, 100)).toBe('−50\u00A0% vs the previous hour');
  expect(changeWord(0, 0)).toBe('none in the last two hours');
});

it('compares the spend of orgs that have a budget with their budgets', () => {
  expect(spendNote(spend({ todayUsd: 9, budgetedUsd: 3, hardUsd: 12 }))).toBe(
    '$3.00 of budgets of $12.00 (25\u00A0%)',
  );
  expect(spendNote(spend({ todayUsd: 3, budgetedUsd: 3, softUsd: 12 }))).toBe(
    'of budgets of $12.00 (25\u00A0%)',
  );
  expect(spendNote(spend({}))).toBe('no daily budget');
  expect(spendTone(spend({ budgetedUsd: 12, hardUsd: 12, softUsd: 6 }))).toBe('red');
  expect(spendTone(spend({ budgetedUsd: 7, hardUsd: 12, softUsd: 6 }))).toBe('amber');
});
