import fc from 'fast-check';
import { forAll } from '../../../test/harness/for-all.ts';
import { dayIn } from './day-in.ts';
import { dayAfter, daysApart, isMoment, localTime, momentOf, startOfDay, zonedTime } from './zoned-time.ts';

const zones = fc.constantFrom(...Intl.supportedValuesOf('timeZone'), 'UTC');
const MINUTE_MS = 60_000;
/** Since 1980, because offsets before had seconds. */
const moments = fc
  .integer({ min: Date.UTC(1980) / MINUTE_MS, max: Date.UTC(2037) / MINUTE_MS })
  .map((minute) => new Date(minute * MINUTE_MS));
const days = moments.map((at) => at.toISOString().slice(0, 10));
/** Formats a moment with `Intl`, which does not depend on the library under test. */
const shownIn = (timeZone: string, at: Date) =>
  new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'short' }).format(at);

describe('a moment in text', () => {
  it.each([
    ['2026-03-02T13:00:00Z', '2026-03-02T13:00:00.000Z'],
    ['2026-03-02T13:00:00+02:00', '2026-03-02T11:00:00.000Z'],
    ['2026-03-02T13:00:00', '2026-03-02T11:00:00.000Z'],
    ['2026-03-02T13:00', '2026-03-02T11:00:00.000Z'],
    ['2026-07-02T13:00:00', '2026-07-02T10:00:00.000Z'],
    ['2026-07-02T13:00 America/New_York', '2026-07-02T17:00:00.000Z'],
    // Clocks go forward at 03:00 local time and back at 04:00.
    ['2026-03-29T02:59:00', '2026-03-29T00:59:00.000Z'],
    ['2026-03-29T04:00:00', '2026-03-29T01:00:00.000Z'],
    ['2026-10-25T05:00:00', '2026-10-25T03:00:00.000Z'],
    ['2026-10-25T03:30', '2026-10-25T00:30:00.000Z'],
    ['2026-10-25T03:30+02:00 Asia/Nicosia', '2026-10-25T01:30:00.000Z'],
  ])('%s', (text, moment) => expect(momentOf(text, 'Asia/Nicosia').toISOString()).toBe(moment));

  it.each([
    '',
    'soon',
    '2026-02-30T10:00',
    '2026-03-02T25:00',
    '2026-03-02T13:00 Mars/Olympus',
    ' '.repeat(9),
  ])('is not %j', (text) => expect(() => momentOf(text, 'UTC')).toThrow(RangeError));

  it.each([
    ['2026-11-23T13:00Z', true],
    ['2026-11-23 13:00', true],
    ['2026-11-23T13:00:59.5+02:00', true],
    ['2026-11-23T13:00 Asia/Nicosia', true],
    ['2026-11-23T13:00+02:00 Asia/Nicosia', true],
    ['2026-11-23', false],
    ['2026-02-30T10:00', false],
    ['2026-11-23T25:00Z', false],
    ['2026-11-23T13:00 Mars/Olympus', false],
    ['at 2026-11-23T13:00Z', false],
    [`2026-11-23T13:00${' a'.repeat(50_000)}`, false],
  ])('is one: %j %s', (text, expected) => expect(isMoment(text)).toBe(expected));

  it.each([
    // East and west of Greenwich, a skipped time moves on by the length of the gap.
    ['Asia/Nicosia', '2026-03-29T03:30', '2026-03-29T04:30'],
    ['Australia/Lord_Howe', '2026-10-04T02:10', '2026-10-04T02:40'],
    ['Europe/London', '2026-03-29T01:30', '2026-03-29T02:30'],
    ['America/New_York', '2026-03-08T02:30', '2026-03-08T03:30'],
    ['America/Santiago', '2026-09-06T00:30', '2026-09-06T01:30'],
    ['Africa/Cairo', '2026-04-24T00:00', '2026-04-24T01:00'],
    ['Pacific/Apia', '2011-12-30T09:00', '2011-12-31T09:00'],
  ])('that the clocks of %s skip, %s, is %s', (zone, skipped, local) => {
    expect(localTime(momentOf(skipped, zone), zone)).toBe(`${local} ${zone}`);
  });

  it('is what the local time of a moment names, in any zone (property)', () => {
    forAll(2_000, zones, moments, zones, (zone, at, another) => {
      const text = localTime(at, zone);
      expect(text.slice(0, 16)).toBe(shownIn(zone, at).replace(' ', 'T'));
      expect(text).toMatch(new RegExp(` ${zone.replace('+', '\\+')}$`));
      expect(dayIn(zone, at)).toBe(text.slice(0, 10));
      const zoned = zonedTime(at, zone);
      for (const form of [
        text,
        at.toISOString(),
        zoned.toString(),
        zoned.toString({ timeZoneName: 'never' }),
      ]) {
        expect(isMoment(form)).toBe(true);
        expect(momentOf(form, another)).toEqual(at);
      }
    });
  });
});

describe('a day', () => {
  it.each([
    ['America/Santiago', '2026-09-06', '2026-09-06T01:00'],
    ['America/Asuncion', '2024-10-06', '2024-10-06T01:00'],
    ['America/Havana', '2026-03-08', '2026-03-08T01:00'],
    ['Atlantic/Azores', '2026-03-29', '2026-03-29T01:00'],
    ['Africa/Cairo', '2026-04-24', '2026-04-24T01:00'],
    ['Asia/Beirut', '2026-03-29', '2026-03-29T01:00'],
    // The day begins with the first of two midnights.
    ['Atlantic/Azores', '2026-10-25', '2026-10-25T00:00'],
    ['America/Havana', '2026-11-01', '2026-11-01T00:00'],
  ])('of %s, %s, begins at %s', (zone, day, local) => {
    expect(localTime(startOfDay(day, zone), zone)).toBe(`${local} ${zone}`);
  });

  it('begins with its first moment, in any zone (property)', () => {
    forAll(2_000, zones, days, (zone, day) => {
      const start = startOfDay(day, zone);
      // Islands at the date line skipped a whole day.
      expect([day, dayAfter(day, 1)]).toContain(dayIn(zone, start));
      expect(dayIn(zone, new Date(start.getTime() - 1)) < day).toBe(true);
    });
  });

  it('is so many days from another (property)', () => {
    forAll(100, days, fc.integer({ min: -9_999, max: 9_999 }), (day, count) => {
      expect(daysApart(day, dayAfter(day, count))).toBe(count);
      expect(Date.parse(dayAfter(day, count)) - Date.parse(day)).toBe(count * 86_400_000);
    });
  });
});
