import { DatabaseUnavailableError } from './database.errors.ts';

/** The longest pause before work is run again that met a database which is away or takes no rows. */
const PAUSE_MS = 5_000;
/** So much of the pause is left to chance: not all come back at once. */
const JITTER = 0.5;
/** From when the work was asked for. What fails for so long is no outage. */
const PATIENCE_MS = 24 * 3_600_000;

/**
 * How long work that failed with `error` waits for the database, without counting an attempt.
 *
 * @param ageMs of the work.
 * @returns milliseconds; undefined when it was no outage.
 */
export function outagePauseMs(error: unknown, ageMs: number): number | undefined {
  if (!isOutage(error) || ageMs >= PATIENCE_MS) return undefined;
  return PAUSE_MS * (1 - JITTER * Math.random());
}

/** Of work in several parts, that each part which failed has met one. */
function isOutage(error: unknown): boolean {
  if (error instanceof AggregateError) return error.errors.length > 0 && error.errors.every(isOutage);
  return error instanceof DatabaseUnavailableError;
}
