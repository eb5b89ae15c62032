const S = 1_000;
const MIN = 60 * S;
const HOUR = 60 * MIN;

/**
 * Pauses after the first, second … failed attempt. There are nine attempts, the last at most 23 h 36 min after the
 * first.
 */
const PAUSES_MS = [5 * S, MIN, 5 * MIN, 30 * MIN, 2 * HOUR, 5 * HOUR, 8 * HOUR, 8 * HOUR];
/**
 * Each pause is shortened by a random share up to this value, so that recovering receivers do not get all attempts at
 * once.
 */
const JITTER = 0.2;
/** No attempt is made after this time, even if a receiver's `Retry-After` is longer. */
export const GIVE_UP_AFTER_MS = 24 * HOUR;

/**
 * Returns the pause before the next attempt.
 *
 * @param attempts number of attempts so far in this round.
 * @param beganMsAgo time since the start of the round.
 * @param retryAfterMs wait requested by the receiver; it can only make the pause longer.
 * @returns milliseconds; undefined if no attempt follows.
 */
export function nextPauseMs(
  attempts: number,
  beganMsAgo: number,
  retryAfterMs: number | undefined,
): number | undefined {
  const planned = PAUSES_MS[attempts - 1];
  if (planned === undefined) return undefined;
  const pause = Math.max(planned * (1 - JITTER * Math.random()), retryAfterMs ?? 0);
  return beganMsAgo + pause > GIVE_UP_AFTER_MS ? undefined : pause;
}
