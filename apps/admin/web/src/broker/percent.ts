/** Below this share of turns the broker cannot be enforced, and the safeguard resets it (`docs/flags.md`). */
export const RATE_TARGET = 0.95;

/** Microseconds as `84 µs` or `1.2 ms`. */
export function formatMicroseconds(us: number): string {
  return us < 1_000 ? `${Math.round(us)} µs` : `${(us / 1_000).toFixed(1)} ms`;
}
