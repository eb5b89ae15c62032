import { costRange, daysIn } from './cost-range.ts';

const NOW = new Date('2026-03-02T09:00:00Z');

it('includes today', () => {
  const range = costRange('3', NOW);
  expect(range).toEqual({ from: '2026-02-28', to: '2026-03-02' });
  expect(range && daysIn(range)).toEqual(['2026-02-28', '2026-03-01', '2026-03-02']);
  expect(costRange(undefined, NOW)).toEqual({ from: '2026-02-01', to: '2026-03-02' });
});

it.each(['abc', '-4', '0', '1.5', '367'])('rejects %s as a number of days', (days) => {
  expect(costRange(days, NOW)).toBeUndefined();
});
