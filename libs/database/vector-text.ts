/** Six digits are more than the four bytes of a stored number keep of one below 1. */
const DIGITS = 1e6;

/** A vector as PostgreSQL reads it; shorter than JSON, since it is read with every retrieve. */
export function vectorText(vector: readonly number[]): string {
  return `[${vector.map((value) => Math.round(value * DIGITS) / DIGITS).join(',')}]`;
}
