/** Below this share of turns the broker may not be enforced, and is taken back (`docs/flags.md`). */
export const RATE_TARGET = 0.95;

/** A share of 0 to 1 as `97.3 %`. */
export function formatShare(share: number | null | undefined): string {
  if (share === null || share === undefined || !Number.isFinite(share)) return '–';
  return `${(share * 100).toFixed(share === 1 || share === 0 ? 0 : 1)} %`;
}

/** Microseconds as `84 µs` or `1.2 ms`. */
export function formatMicroseconds(us: number): string {
  return us < 1_000 ? `${Math.round(us)} µs` : `${(us / 1_000).toFixed(1)} ms`;
}
