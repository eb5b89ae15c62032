import fc from 'fast-check';
import { readNumber } from '#text';
import { forAll } from '../../../test/harness/for-all.ts';
import { withoutUnit } from './number-units.ts';
import cases from './number-units.cases.json' with { type: 'json' };

// Months have no fixed length.
it.each(cases as [string, string, string][])('%j for %j is %j', (text, about, number) => {
  expect(withoutUnit(text, about)).toBe(number);
});

it('reads the units of time that Intl writes, and converts no other way (property)', () => {
  const units = fc.constantFrom<[unit: string, about: string, size: number][]>(
    ['minute', 'durationMinutes', 1],
    ['hour', 'durationMinutes', 60],
    ['hour', 'hours_per_week', 1],
    ['day', 'expiresInDays', 1],
    ['week', 'expiresInDays', 7],
    ['month', 'periodMonths', 1],
    ['year', 'termYears', 1],
  );
  const displays = fc.constantFrom('long', 'short', 'narrow');
  forAll(500, units, displays, fc.nat(1_000_000), ([unit, about, size], unitDisplay, hundredths) => {
    const text = new Intl.NumberFormat('en', { style: 'unit', unit, unitDisplay }).format(hundredths / 100);
    const read = readNumber(withoutUnit(text, about));
    if (unitDisplay === 'long' || read !== undefined) expect(read).toBeCloseTo((hundredths / 100) * size, 5);
  });
});
