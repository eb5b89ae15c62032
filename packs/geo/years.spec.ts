import { agents } from './agents/geo-analyst.ts';
import { coveredYears, YEARS } from './years.ts';

it.each([
  [{}, { from: 2020, to: 2024 }],
  [
    { GEO_MIN_YEAR: '2018', GEO_MAX_YEAR: '2026' },
    { from: 2018, to: 2026 },
  ],
  // What does not fit is the server's to refuse.
  [{ GEO_MIN_YEAR: '2030' }, { from: 2020, to: 2024 }],
])('%j covers %j', (given, years) => expect(coveredYears(given)).toEqual(years));

it('is what the analyst is told', () =>
  expect(agents[0]?.prompt).toContain(`covers ${YEARS.from} to ${YEARS.to}`));
