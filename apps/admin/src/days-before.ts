const DAY_MS = 86_400_000;

/** From when on a list of the last `days` looks: so many times 24 hours before `at`, whatever the calendar says. */
export function daysBefore(at: Date, days: number): Date {
  return new Date(at.getTime() - days * DAY_MS);
}
