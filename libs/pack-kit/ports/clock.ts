/** The one source of time for tools and packs. `CLOCK_AT` and tests set it. */
export interface Clock {
  now(): Date;
}
