/** A service that asks for more is taken at its word no further than this. */
const MOST_MS = 24 * 3_600_000;

/** The wait that a `Retry-After` header asks for, in seconds or until a date (RFC 9110); undefined when it says neither. */
export function retryAfterMs(header: string | undefined, now: Date): number | undefined {
  if (header === undefined) return undefined;
  const waitMs = /^\d+$/.test(header.trim()) ? Number(header) * 1_000 : Date.parse(header) - now.getTime();
  return Number.isNaN(waitMs) ? undefined : Math.min(Math.max(0, waitMs), MOST_MS);
}
