import fc from 'fast-check';
import { forAll } from '../../../test/harness/for-all.ts';
import { dayIn } from './day-in.ts';
import { readDatetimeFill } from './moment-in-text.ts';
import { localTime } from './zoned-time.ts';

// A Monday; Nicosia is two hours ahead of UTC in winter, three in summer.
const now = new Date('2026-11-23T09:00:00Z');
const read = (text: string, more: Partial<Parameters<typeof readDatetimeFill>[1]> = {}) =>
  readDatetimeFill(text, { now, timezone: 'Asia/Nicosia', format: 'date-time', needsTime: true, ...more });

describe('datetime', () => {
  it.each([
    ['Book a viewing of prop-0043 tomorrow at 13:00', '2026-11-24T13:00:00+02:00'],
    ['tomorrow at half past ten', '2026-11-24T10:30:00+02:00'],
    ['on Friday at 3pm', '2026-11-27T15:00:00+02:00'],
    ['at 4 p.m. on 12 March', '2027-03-12T16:00:00+02:00'],
    ['12/03/2027 10:30', '2027-03-12T10:30:00+02:00'],
    ['12 July 2027 at 9:15', '2027-07-12T09:15:00+03:00'],
    ['2026-12-01T10:00:00Z works', '2026-12-01T10:00:00Z'],
    ['tomorrow at 10.30', '2026-11-24T10:30:00+02:00'],
    ['thursday, 10.30 please', undefined],
    ['3.15 pm today', '2026-11-23T15:15:00+02:00'],
    ['over 20 years at 3.50%', undefined],
    ['3.50 percent', undefined],
    ['today at four', '2026-11-23T16:00:00+02:00'],
    ['at 10:00', '2026-11-24T10:00:00+02:00'],
    ['quarter to nine on Monday', '2026-11-30T08:45:00+02:00'],
    ['احجز معاينة للشقة يوم الخميس الساعة 4 عصرا', '2026-11-26T16:00:00+02:00'],
    ['رتب زيارة للفيلا غدا الساعة 11', '2026-11-24T11:00:00+02:00'],
    ['غدا الساعة الثالثة والنصف', '2026-11-24T15:30:00+02:00'],
    ['يوم الأحد الساعة العاشرة صباحا', '2026-11-29T10:00:00+02:00'],
    ['الجمعة الحادية عشرة صباحا', '2026-11-27T11:00:00+02:00'],
    ['غدا الساعة الحادية عشرة إلا ربعا', '2026-11-24T10:45:00+02:00'],
    ['غدا الساعة الثانية عشرة والربع', '2026-11-24T12:15:00+02:00'],
    ['بكرا الساعة خمسة ونص', '2026-11-24T17:30:00+02:00'],
    ['Thursday at 11am, I mean it', '2026-11-26T11:00:00+02:00'],
    ['no, Thursday at 11am', '2026-11-26T11:00:00+02:00'],
    ['Book prop-0043 on Thursday at 10, no hurry, Friday at 11 is fine too', '2026-11-26T10:00:00+02:00'],
    ['on Friday at 10, Thursday at 11 is fine too', '2026-11-27T10:00:00+02:00'],
    ['Thursday at 10, sorry for the late notice, not on Friday', '2026-11-26T10:00:00+02:00'],
    ['on Thursday at 10, no, Friday is a holiday', '2026-11-26T10:00:00+02:00'],
    ['الخميس الساعة 10، لا داعي للعجلة، والجمعة الساعة 11 ممكن', '2026-11-26T10:00:00+02:00'],
    ['tomorrow', undefined],
    ['200,000 at 4%', undefined],
    ['nothing here', undefined],
    ['أخبرني عن الثانية غدا', undefined],
    ['غدا شقة بخمسة غرف', undefined],
  ])('%j is %s', (text, expected) => {
    expect(read(text)).toBe(expected);
  });

  it.each([
    ['Which times are open on Thursday afternoon?', '2026-11-26'],
    ['ما المواعيد المتاحة يوم الأربعاء؟', '2026-11-25'],
    ['day after tomorrow', '2026-11-25'],
    ['بعد غد', '2026-11-25'],
    ['next week', '2026-11-30'],
    ['next month', '2026-12-01'],
    ['before September', '2027-09-01'],
    ['on the 5th of no month', undefined],
    ['it may rain', undefined],
    ['31/02/2027', undefined],
    ['yesterday', '2026-11-22'],
  ])('%j is the day %s', (text, expected) => {
    expect(read(text, { format: 'date' })).toBe(expected);
  });

  // Not en-US, whose short dates have the month first.
  it.each(['en-GB', 'en-AU', 'en-CA', 'en-IN', 'en-ZA', 'ar-AE', 'ar-EG', 'ar-LB'])(
    '%s: reads the days and times that Intl writes (property)',
    (locale) => {
      const minutes = fc.integer({ min: Date.UTC(2020) / 60_000, max: Date.UTC(2039) / 60_000 });
      const zones = fc.constantFrom(...Intl.supportedValuesOf('timeZone'));
      const styles = fc.constantFrom('full', 'long', 'medium', 'short');
      forAll(200, minutes, zones, styles, (minute, timezone, dateStyle) => {
        const at = new Date(minute * 60_000);
        const style = { timeZone: timezone, calendar: 'gregory', dateStyle };
        const day = new Intl.DateTimeFormat(locale, style).format(at);
        expect(read(day, { timezone, format: 'date' })).toBe(dayIn(timezone, at));
        const time = new Intl.DateTimeFormat(locale, { ...style, timeStyle: 'short' }).format(at);
        const moment = new Date(read(time, { timezone }) ?? Number.NaN);
        // The clock may show this time twice.
        expect(localTime(moment, timezone).slice(0, 16)).toBe(localTime(at, timezone).slice(0, 16));
      });
    },
  );

  it('reads only text after the given words, and starts a day at midnight if no time is required', () => {
    const until = { after: ['until', 'حتى'], needsTime: false };
    expect(read('tomorrow is fine, until 1 March', until)).toBe('2027-03-01T00:00:00+02:00');
    expect(read('tomorrow is fine', until)).toBeUndefined();
  });
});
