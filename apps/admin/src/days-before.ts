const DAY_MS = 86_400_000;

/** Start of a range of `days` before `at`, counted as multiples of 24 hours regardless of the calendar. */
export function daysBefore(at: Date, days: number): Date {
  return new Date(at.getTime() - days * DAY_MS);
}
