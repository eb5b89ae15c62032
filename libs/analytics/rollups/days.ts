/** SQL: the local midnight (a timestamp without zone) of the day of `moment` in `zone`. */
export const midnightOf = (moment: string, zone: string): string =>
  `date_trunc('day', (${moment}) AT TIME ZONE ${zone})`;

/**
 * SQL: the first moment of the day with the local midnight `midnight`. Where a clock is set back to midnight, the server
 * takes the second midnight; counted from the hour before, it is the first. No clock is set back by less than an hour there.
 */
export const startOf = (midnight: string, zone: string): string =>
  `least((${midnight}) AT TIME ZONE ${zone}, (${midnight} - interval '1 hour') AT TIME ZONE ${zone} + interval '1 hour')`;

/** SQL: the first moment of a day at or after `moment`. */
export const nextStartFrom = (moment: string, zone: string): string =>
  startOf(`${midnightOf(`${moment} - interval '1 microsecond'`, zone)} + interval '1 day'`, zone);
