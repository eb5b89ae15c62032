import type { Environment } from '#config';

/** Value of Fastify's `trustProxy` option: the proxies whose `X-Forwarded-*` headers are trusted. */
export function trustProxy(
  proxies: Environment['TRUSTED_PROXIES'],
): false | string[] | ((address: string, hop: number) => boolean) {
  if (typeof proxies === 'number') return (_address, hop) => hop < proxies;
  return proxies ?? false;
}
