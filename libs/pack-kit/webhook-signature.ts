import { createHmac, timingSafeEqual } from 'node:crypto';

/**
 * True if `given` is the HMAC-SHA-256 of `signed` with this secret, as hex (optionally after `sha256=`) or base64. False
 * without a secret. Compares in constant time.
 */
export function isSignedWith(secret: string | undefined, signed: Buffer | string, given: string): boolean {
  if (!secret) return false;
  const mac = createHmac('sha256', secret).update(signed).digest();
  const text = given.trim().replace(/^sha256=/i, '');
  const sent = Buffer.from(text, /^[0-9a-f]{64}$/i.test(text) ? 'hex' : 'base64');
  return sent.length === mac.length && timingSafeEqual(sent, mac);
}
