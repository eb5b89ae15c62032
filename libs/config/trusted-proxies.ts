import { isIP } from 'node:net';
import { z } from 'zod';

/** Number of proxies in front of the process, or their addresses and networks (CIDR). */
export type TrustedProxies = number | string[];

/** Larger numbers of proxies are rejected as mistakes. */
const MAX_HOPS = 16;
const BITS = { 4: 32, 6: 128 } as const;

/**
 * `1`, or `10.0.0.0/8,192.168.1.7,fd00::/8`. Only these proxies are trusted with `X-Forwarded-For`, because any other sender
 * could choose the address for which failed sign-ins are counted.
 */
export const trustedProxies = z.string().transform((text, context): TrustedProxies => {
  const parts = text.split(',').map((part) => part.trim());
  const [first = ''] = parts;
  if (parts.length === 1 && /^\d+$/.test(first) && Number(first) >= 1 && Number(first) <= MAX_HOPS)
    return Number(first);
  if (parts.every(isNetwork)) return parts;
  context.addIssue({
    code: 'custom',
    message: `expected the number of proxies (1 to ${MAX_HOPS}), or their addresses such as 10.0.0.0/8,192.168.1.7`,
  });
  return z.NEVER;
});

function isNetwork(text: string): boolean {
  const [address = '', prefix, ...rest] = text.split('/');
  const version = isIP(address);
  if (rest.length > 0 || (version !== 4 && version !== 6)) return false;
  return prefix === undefined || (/^\d{1,3}$/.test(prefix) && Number(prefix) <= BITS[version]);
}
