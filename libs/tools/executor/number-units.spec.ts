import fc from 'fast-check';
import { readNumber } from '#text';
import { forAll } from '../../../test/harness/for-all.ts';
import { withoutUnit } from './number-units.ts';

it.each([
  ['30 minutes', 'durationMinutes Length of the viewing.', '30'],
  ['30min', 'durationMinutes Length of the viewing.', '30min'],
  ['36 months', 'periodMonths Months to look back.', '36'],
  ['20-year', 'termYears', '20'],
  ['4 hours per week', 'hours_wasted_per_week Hours lost per person and week.', '4'],
  ['2,080 hours', 'timeSavings Hours saved per year.', '2,080'],
  ['75 USD/hour', 'hourly_rate USD per hour.', '75'],
  ['75 EUR/hour', 'hourly_rate USD per hour.', '75 EUR'],
  ['€900 per month', 'maxPrice Highest price in EUR: per month for rents.', '€900'],
  ['25 people', 'team_size Number of people.', '25'],
  ['1 hour', 'durationMinutes Length of the viewing, 60 for an hour.', '60'],
  ['1.5 hours', 'durationMinutes', '90'],
  ['2 weeks', 'expiresInDays', '14'],
  ['90 minutes', 'hours_wasted_per_week', '1.5'],
  ['2 weeks', 'hours_wasted_per_week', '2 weeks'],
  // Months have no fixed length.
  ['2 months', 'expiresInDays', '2 months'],
  ['1 year', 'periodMonths', '1 year'],
  ['900 per year', 'rent Per month.', '900 per year'],
  ['3 km', 'floors Number of floors.', '3 km'],
  ['250k', 'price', '250k'],
  ['two', 'rooms', 'two'],
  ['', 'rooms', ''],
])('%j for %j is %j', (text, about, number) => {
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
