/** Maximum wait; a longer `Retry-After` is reduced to it. */
const MOST_MS = 24 * 3_600_000;

/** Returns the wait of a `Retry-After` header, which has seconds or a date (RFC 9110); undefined if it has neither. */
export function retryAfterMs(header: string | undefined, now: Date): number | undefined {
  if (header === undefined) return undefined;
  const waitMs = /^\d+$/.test(header.trim()) ? Number(header) * 1_000 : Date.parse(header) - now.getTime();
  return Number.isNaN(waitMs) ? undefined : Math.min(Math.max(0, waitMs), MOST_MS);
}
