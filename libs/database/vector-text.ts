/** Factor for rounding to six decimals, about the precision of the stored 4-byte numbers below 1. */
const DIGITS = 1e6;

/** Formats a vector for PostgreSQL. The text is shorter than JSON, because every retrieval sends it. */
export function vectorText(vector: readonly number[]): string {
  return `[${vector.map((value) => Math.round(value * DIGITS) / DIGITS).join(',')}]`;
}
