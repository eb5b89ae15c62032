import { fromLocalField, toLocalField } from './local-moment.ts';

it.each(['2026-01-31T09:00:05.000Z', '2026-07-01T22:30:00.000Z'])(
  'reads %s back unchanged from its field',
  (moment) => {
    expect(toLocalField(moment)).toMatch(/^2026-\d\d-\d\dT\d\d:\d\d:\d\d$/);
    expect(fromLocalField(toLocalField(moment))).toBe(moment);
  },
);

it('leaves the field empty for an invalid moment, and reads an empty field as none', () => {
  expect(toLocalField(undefined)).toBe('');
  expect(toLocalField('yesterday')).toBe('');
  expect(fromLocalField('')).toBeUndefined();
});

it('reads a field without seconds, as browsers write it, as the start of the minute', () => {
  expect(fromLocalField('2026-01-31T09:00')).toBe(new Date(2026, 0, 31, 9).toISOString());
});
