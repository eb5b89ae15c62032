const DAY_MS = 86_400_000;
const STANDARD_DAYS = 30;

/** The days (UTC) that cost is looked at for, both included. */
export interface CostRange {
  from: string;
  to: string;
}

const dayOf = (at: number) => new Date(at).toISOString().slice(0, 10);

/** The last `days` days, today among them. */
export function costRange(days: string | undefined, now: Date): CostRange {
  const count = Number(days ?? STANDARD_DAYS) || STANDARD_DAYS;
  return { from: dayOf(now.getTime() - (count - 1) * DAY_MS), to: dayOf(now.getTime()) };
}

/** Each day of the range, the oldest first. */
export function daysIn({ from, to }: CostRange): string[] {
  const days: string[] = [];
  for (let at = Date.parse(from); at <= Date.parse(to); at += DAY_MS) days.push(dayOf(at));
  return days;
}
