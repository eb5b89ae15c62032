const DAY_MS = 86_400_000;
const STANDARD_DAYS = 30;
/** Maximum of the server. */
const MAX_DAYS = 366;

/** The days (UTC) of the cost report, both included. */
export interface CostRange {
  from: string;
  to: string;
}

const dayOf = (at: number) => new Date(at).toISOString().slice(0, 10);

/** The last `days` days including today; undefined for an invalid number. */
export function costRange(days: string | undefined, now: Date): CostRange | undefined {
  const count = days === undefined ? STANDARD_DAYS : Number(days);
  if (!Number.isInteger(count) || count < 1 || count > MAX_DAYS) return undefined;
  return { from: dayOf(now.getTime() - (count - 1) * DAY_MS), to: dayOf(now.getTime()) };
}

export function daysIn({ from, to }: CostRange): string[] {
  const days: string[] = [];
  for (let at = Date.parse(from); at <= Date.parse(to); at += DAY_MS) days.push(dayOf(at));
  return days;
}
