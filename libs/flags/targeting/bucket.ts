import { hash } from 'node:crypto';

/** Shares have a resolution of a hundredth of a percent. */
export const BUCKETS = 10_000;
const HASH_HEX_DIGITS = 8;

/**
 * The bucket of a conversation for a flag, 0 to 9,999: the first 32 bits (big endian) of `SHA-256("<flag>:<conversation
 * id>")`, modulo 10,000. A share of p percent contains the buckets below p × 100. A conversation therefore stays in or out
 * of the share while the percentage is unchanged, and a larger percentage only adds conversations. Because the flag key is
 * part of the hash, the shares of two flags are independent.
 *
 * In SQL: `('x' || left(encode(sha256(convert_to(flag || ':' || id, 'UTF8')), 'hex'), 8))::bit(32)::bigint % 10000`.
 */
export function bucketOf(flag: string, conversationId: string): number {
  const digest = hash('sha256', `${flag}:${conversationId}`, 'hex');
  return Number.parseInt(digest.slice(0, HASH_HEX_DIGITS), 16) % BUCKETS;
}

export function bucketsOf(percent: number): number {
  return Math.round((percent * BUCKETS) / 100);
}
