import type { Environment } from '#config';

/** Whose `X-Forwarded-*` headers are believed, as Fastify's option of that name takes it. */
export function trustProxy(
  proxies: Environment['TRUSTED_PROXIES'],
): false | string[] | ((address: string, hop: number) => boolean) {
  if (typeof proxies === 'number') return (_address, hop) => hop < proxies;
  return proxies ?? false;
}
