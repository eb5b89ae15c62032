import {
  counted,
  elapsedMs,
  formatCalendarDay,
  formatCost,
  formatCount,
  formatDuration,
  formatExact,
  formatRelative,
  formatShare,
  formatUtc,
  shortId,
} from './format.ts';

/** U+00A0: a line break between a number and its unit could be misread. */
describe('durations', () => {
  it.each([
    [null, '–'],
    [-3, '–'],
    [0, '0\u00A0ms'],
    [0.42, '0.4\u00A0ms'],
    [9.96, '10\u00A0ms'],
    [37.4, '37\u00A0ms'],
    [999.4, '999\u00A0ms'],
    [999.6, '1.00\u00A0s'],
    [1_240, '1.24\u00A0s'],
    [9_996, '10.0\u00A0s'],
    [59_960, '1\u00A0min 00\u00A0s'],
    [125_000, '2\u00A0min 05\u00A0s'],
    [11_400_000, '3\u00A0h 10\u00A0min'],
  ])('%p ms is %p', (value, expected) => expect(formatDuration(value)).toBe(expected));
});

describe('exact numbers', () => {
  it.each([
    [0, '0'],
    [812, '812'],
    [4_096, '4,096'],
    [25_000, '25,000'],
    [-1_234_567, '-1,234,567'],
    [10_000.123_45, '10,000.12345'],
    [0.000_1, '0.0001'],
  ])('%p is %p', (value, expected) => expect(formatExact(value)).toBe(expected));
});

describe('costs', () => {
  it.each([
    [undefined, '–'],
    [0, '$0'],
    [0.000042, '$0.000042'],
    [0.0123, '$0.0123'],
    [0.1, '$0.10'],
    [0.00000000001, '<$0.0000001'],
    [1, '$1.00'],
    [1234.5, '$1,234.50'],
    [-0.25, '−$0.25'],
  ])('%p is %p', (value, expected) => expect(formatCost(value)).toBe(expected));
});

describe('shares', () => {
  it.each([
    [null, '–'],
    [0, '0\u00A0%'],
    [0.95, '95\u00A0%'],
    [0.57, '57\u00A0%'],
    [0.9865, '98.6\u00A0%'],
    [0.949_99, '94.9\u00A0%'],
    [0.9996, '99.9\u00A0%'],
    [1, '100\u00A0%'],
    [-0.179, '−17.9\u00A0%'],
  ])('%p is %p', (value, expected) => expect(formatShare(value)).toBe(expected));
});

it('names a calendar day in any time zone', () => expect(formatCalendarDay('2026-11-20')).toBe('20 Nov'));

describe('counts', () => {
  it.each([
    [812, '812'],
    [4_096, '4,096'],
    [12_400, '12.4k'],
    [20_000, '20k'],
    [999_960, '1M'],
    [3_140_000, '3.1M'],
    [-19_800, '−19.8k'],
  ])('%p is %p', (value, expected) => expect(formatCount(value)).toBe(expected));
});

describe('moments', () => {
  const now = new Date('2026-11-20T12:00:00Z');
  it.each([
    ['2026-11-20T11:59:59.500Z', 'now'],
    ['2026-11-20T11:59:48Z', '12 s ago'],
    ['2026-11-20T11:56:00Z', '4 min ago'],
    ['2026-11-20T09:00:00Z', '3 h ago'],
    ['2026-11-18T11:00:00Z', '2 d ago'],
    ['2026-11-02T11:00:00Z', '2 Nov'],
    ['2025-11-02T11:00:00Z', '2 Nov 2025'],
    ['2026-11-20T12:00:04Z', 'now'],
    ['2026-11-20T12:00:40Z', 'in 40 s'],
    ['2026-11-21T11:30:00Z', 'in 23 h'],
    ['2026-11-26T12:00:00Z', 'in 6 d'],
    ['2026-12-02T12:00:00Z', '2 Dec'],
  ])('%s is %s', (moment, expected) => expect(formatRelative(new Date(moment), now)).toBe(expected));

  it('shows UTC to the millisecond', () => {
    expect(formatUtc(new Date('2026-11-20T08:15:04.123Z'))).toBe('2026-11-20 08:15:04.123 UTC');
  });

  it('measures only between two moments', () => {
    expect(elapsedMs('2026-11-20T08:15:04.000Z', '2026-11-20T08:15:05.250Z')).toBe(1_250);
    expect(elapsedMs(null, '2026-11-20T08:15:05.250Z')).toBeNull();
  });
});

it('shortens ids to the part that differs', () => {
  expect(shortId('019abcde-0000-7000-8000-0123456789ab')).toBe('…456789ab');
  expect(shortId('prop-0112')).toBe('prop-0112');
});

it('uses the singular for one', () => {
  expect([0, 1, 2, 2_100_000].map((count) => counted(count, 'turn'))).toEqual([
    '0 turns',
    '1 turn',
    '2 turns',
    '2.1M turns',
  ]);
  expect(counted(2, 'reply', 'replies')).toBe('2 replies');
});
