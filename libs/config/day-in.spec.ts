import { dayIn, isTimeZone } from './day-in.ts';

describe('days of a time zone', () => {
  it.each([
    ['UTC', '2026-11-23'],
    ['Asia/Dubai', '2026-11-24'],
    ['America/New_York', '2026-11-23'],
  ])('%s', (zone, day) => expect(dayIn(zone, new Date('2026-11-23T22:00:00Z'))).toBe(day));

  it.each([
    ['Asia/Nicosia', true],
    ['UTC', true],
    ['+02:00', false],
    ['Mars/Olympus', false],
    ['', false],
  ])('"%s" is one: %s', (text, expected) => {
    expect(isTimeZone(text)).toBe(expected);
    expect(isTimeZone(text)).toBe(expected);
  });
});
