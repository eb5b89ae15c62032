import type { ConsoleOverview } from '#contracts/console';
import { formatCost, formatPercent } from '../ui/format.ts';

type Figures = ConsoleOverview['hour'];
type Tone = 'green' | 'amber' | 'red' | undefined;

const MINUTES = 60;
/** Success rate below which an alert colour is shown. */
const GOOD_SUCCESS = 0.99;
const POOR_SUCCESS = 0.95;
/** A longer wait for a worker is too long for the contact. */
const LATE_MS = 10_000;
const STUCK_MS = 60_000;

/** Turns per minute over the last hour; one decimal for small numbers. */
export function perMinute({ turns }: Figures): string {
  const rate = turns / MINUTES;
  return rate >= 10 ? String(Math.round(rate)) : String(Number(rate.toFixed(2)));
}

/** Completed turns as a share of completed and failed ones; null without any. */
export function successOf({ completed, failed }: Figures): number | null {
  return completed + failed === 0 ? null : completed / (completed + failed);
}

export function successTone(figures: Figures): Tone {
  const success = successOf(figures);
  if (success === null) return undefined;
  return success >= GOOD_SUCCESS ? 'green' : success >= POOR_SUCCESS ? 'amber' : 'red';
}

export function queueTone({ oldestMs }: ConsoleOverview['queue']): Tone {
  if (oldestMs === null || oldestMs < LATE_MS) return undefined;
  return oldestMs < STUCK_MS ? 'amber' : 'red';
}

export function rateTone({ rate, target }: ConsoleOverview['broker']): Tone {
  if (rate === null) return undefined;
  return rate >= target ? 'green' : 'amber';
}

export function spendTone({ over }: ConsoleOverview['spend']): Tone {
  return over === 'hard' ? 'red' : over === 'soft' ? 'amber' : undefined;
}

export function spendNote({ todayUsd, budgetedUsd, softUsd, hardUsd }: ConsoleOverview['spend']): string {
  const limit = hardUsd ?? softUsd;
  if (limit === null) return 'no daily budget';
  const share = limit === 0 ? '' : ` (${formatPercent(Math.round((budgetedUsd / limit) * 100))})`;
  // Only some orgs may have a budget; the spend of the others is not compared.
  const part = budgetedUsd === todayUsd ? '' : `${formatCost(budgetedUsd)} `;
  return `${part}of budgets of ${formatCost(limit)}${share}`;
}

/** Change from the previous hour: "+12 % vs the previous hour". */
export function changeWord(now: number, before: number): string {
  if (before === 0) return now === 0 ? 'none in the last two hours' : 'none in the previous hour';
  const change = Math.round(((now - before) / before) * 100);
  return change === 0
    ? 'same as the previous hour'
    : `${change > 0 ? '+' : '−'}${formatPercent(Math.abs(change))} vs the previous hour`;
}
