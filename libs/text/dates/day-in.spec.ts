import { dayIn, daysBetween } from './day-in.ts';

describe('days of a time zone', () => {
  it.each([
    ['UTC', '2026-11-23'],
    ['Asia/Dubai', '2026-11-24'],
    ['America/New_York', '2026-11-23'],
  ])('%s', (zone, day) => expect(dayIn(zone, new Date('2026-11-23T22:00:00Z'))).toBe(day));

  it.each([
    // Two minutes around local midnight, and a whole day.
    ['Asia/Nicosia', '2026-11-23T21:59:00Z', '2026-11-23T22:01:00Z', 1],
    ['UTC', '2026-11-23T21:59:00Z', '2026-11-23T22:01:00Z', 0],
    ['Asia/Nicosia', '2026-11-22T22:00:00Z', '2026-11-23T21:59:59Z', 0],
    // The clocks go back on a day of 25 hours.
    ['Europe/London', '2026-10-24T23:30:00Z', '2026-10-26T00:15:00Z', 1],
    ['UTC', '2026-11-23T00:00:00Z', '2026-11-22T00:00:00Z', -1],
    ['America/New_York', '2025-11-24T12:00:00Z', '2026-11-24T12:00:00Z', 365],
  ])('from one to another, %s: %s to %s', (zone, from, to, days) => {
    expect(daysBetween(zone, new Date(from), new Date(to))).toBe(days);
  });
});
