const DAY_MS = 86_400_000;

/** The calendar days of a report, both included. */
export function daysIn({ from, to }: { from: string; to: string }): string[] {
  const length = (Date.parse(to) - Date.parse(from)) / DAY_MS + 1;
  return Array.from({ length }, (_, day) => new Date(Date.parse(from) + day * DAY_MS).toJSON().slice(0, 10));
}
