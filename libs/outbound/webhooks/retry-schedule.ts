const S = 1_000;
const MIN = 60 * S;
const HOUR = 60 * MIN;

/** Pauses after the first, second … failed attempt: nine attempts, the last 23 h 36 min after the first at most. */
const PAUSES_MS = [5 * S, MIN, 5 * MIN, 30 * MIN, 2 * HOUR, 5 * HOUR, 8 * HOUR, 8 * HOUR];
/** Of each pause up to this share is left out at random, so that receivers that were away are not hit all at once. */
const JITTER = 0.2;
/** Nothing is tried after this, whatever a receiver asks for. */
export const GIVE_UP_AFTER_MS = 24 * HOUR;

/**
 * The pause before the next attempt.
 *
 * @param attempts made so far in this round.
 * @param beganMsAgo since the round began.
 * @param retryAfterMs that the receiver asked for; it only makes the pause longer.
 * @returns undefined when there is no further attempt.
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
