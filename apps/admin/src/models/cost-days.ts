import type { CostDays } from '#contracts';
import { dayAfter, dayIn } from '#text';

/** The first and the last day of a query. Today is the latest one in the time zones of the orgs in view. */
export function costDays(
  { from, to, days }: CostDays,
  zones: ReadonlyMap<string, string>,
  now: Date,
): { from: string; to: string } {
  const todays = [...zones.values()].map((zone) => dayIn(zone, now));
  const today = todays.toSorted().at(-1) ?? dayIn('UTC', now);
  const last = to ?? (from !== undefined && from > today ? from : today);
  return { from: from ?? dayAfter(last, 1 - days), to: last };
}
