import fc from 'fast-check';
import { forAll } from '../../../test/harness/for-all.ts';
import { retryAfterMs } from './retry-after.ts';

const NOW = new Date('2026-11-23T09:00:00Z');
const DAY_MS = 24 * 3_600_000;

it.each<[string | undefined, number | undefined]>([
  ['12', 12_000],
  [' 60 ', 60_000],
  ['0', 0],
  ['59.9', 60_000],
  ['0.2', 1_000],
  ['60, 120', 60_000],
  ['99999999999999999999999', DAY_MS],
  ['Mon, 23 Nov 2026 09:00:30 GMT', 30_000],
  ['Monday, 23-Nov-26 09:00:30 GMT', 30_000],
  ['Mon Nov 23 09:00:30 2026', 30_000],
  ['2026-11-23T10:00:30+01:00', 30_000],
  [String(NOW.getTime() / 1_000 + 30), 30_000],
  [String(NOW.getTime() / 1_000 + 29.5), 29_500],
  [String(NOW.getTime() + 30_000), 30_000],
  [String(NOW.getTime() / 1_000 - 30), 0],
  ['Mon, 23 Nov 2026 08:59:30 GMT', 0],
  ['Mon, 23 Nov 9999 09:00:30 GMT', DAY_MS],
  ['Mon, 99 Foo 2026 09:00:30 GMT', undefined],
  ...[
    '-5',
    '-5.5',
    'soon',
    'in 5 seconds',
    '12 seconds',
    '1e3',
    '0x10',
    '1,5',
    'Infinity',
    ' ',
    undefined,
  ].map((nonsense): [string | undefined, undefined] => [nonsense, undefined]),
])('reads %j as %s', (header, waitMs) => expect(retryAfterMs(header, NOW)).toBe(waitMs));

it('never waits for less than the seconds that the header has', () =>
  forAll(100, fc.double({ min: 0, max: 80_000, noNaN: true }), fc.nat(6), (seconds, digits) => {
    const header = seconds.toFixed(digits);
    const waitMs = retryAfterMs(header, NOW) ?? -1;
    expect(waitMs).toBeGreaterThanOrEqual(Number(header) * 1_000);
    expect(waitMs).toBeLessThan(Number(header) * 1_000 + 1_000);
  }));
