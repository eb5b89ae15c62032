import { agents } from './agents/geo-analyst.ts';
import { coveredYears, YEARS } from './years.ts';

it.each([
  [{}, { from: 2020, to: 2024 }],
  [
    { GEO_MIN_YEAR: '2018', GEO_MAX_YEAR: '2026' },
    { from: 2018, to: 2026 },
  ],
  // The server rejects invalid values.
  [{ GEO_MIN_YEAR: '2030' }, { from: 2020, to: 2024 }],
])('%j covers %j', (given, years) => expect(coveredYears(given)).toEqual(years));

it('is part of the analyst’s prompt', () =>
  expect(agents[0]?.prompt).toContain(`covers ${YEARS.from} to ${YEARS.to}`));
