import { DatabaseUnavailableError } from './database.errors.ts';

/** Maximum pause before a retry after the database was unreachable or refused writes. */
const PAUSE_MS = 5_000;
/** Random part of the pause, so that retries do not all come at once. */
const JITTER = 0.5;
/** Maximum age of work that may wait. A failure that lasts longer does not count as an outage. */
const PATIENCE_MS = 24 * 3_600_000;

/**
 * Returns the pause before work that failed with `error` runs again without using up an attempt.
 *
 * @param ageMs time since the work was requested.
 * @returns milliseconds; undefined if the error was not an outage.
 */
export function outagePauseMs(error: unknown, ageMs: number): number | undefined {
  if (!isOutage(error) || ageMs >= PATIENCE_MS) return undefined;
  return PAUSE_MS * (1 - JITTER * Math.random());
}

/** True if every part that failed hit an outage. */
function isOutage(error: unknown): boolean {
  if (error instanceof AggregateError) return error.errors.length > 0 && error.errors.every(isOutage);
  return error instanceof DatabaseUnavailableError;
}
