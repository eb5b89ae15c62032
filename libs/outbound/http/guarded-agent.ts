import { lookup } from 'node:dns/promises';
import { isIP, type LookupFunction } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { Agent, buildConnector } from 'undici';
import { OutboundUnavailableError } from '../outbound.errors.ts';
import type { AddressGuard } from './address-guard.ts';

/** Timeout of the name look-up, and timeout of the connection. */
export const CONNECT_TIMEOUT_MS = 3_000;
/** An unused connection is closed after this time; the next request resolves the name again. */
const KEEP_ALIVE_MS = 4_000;

export interface ResolvedAddress {
  address: string;
  family: number;
}

/** Resolves a host name to its addresses. */
export type Resolver = (hostname: string) => Promise<ResolvedAddress[]>;

export const systemResolver: Resolver = (hostname) => lookup(hostname, { all: true });

/**
 * An agent whose connections only go to checked addresses: it resolves the name once, checks each address, and passes only
 * those addresses to the socket. This prevents DNS rebinding.
 */
export function guardedAgent(guard: AddressGuard, resolve: Resolver): Agent {
  const connect: buildConnector.connector = (options, callback) => {
    checkedAddresses(guard, resolve, options).then(
      (addresses) => {
        const connector = buildConnector({
          timeout: CONNECT_TIMEOUT_MS,
          allowH2: false,
          lookup: only(addresses),
        } as buildConnector.BuildOptions);
        connector(options, callback);
      },
      (error: Error) => callback(error, null),
    );
  };
  return new Agent({ connect, keepAliveTimeout: KEEP_ALIVE_MS, keepAliveMaxTimeout: KEEP_ALIVE_MS });
}

async function checkedAddresses(
  guard: AddressGuard,
  resolve: Resolver,
  options: buildConnector.Options,
): Promise<ResolvedAddress[]> {
  const host = options.hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '');
  const port = Number(options.port) || (options.protocol === 'https:' ? 443 : 80);
  const family = isIP(host);
  const found = family ? [{ address: host, family }] : await resolveInTime(resolve, host);
  return allowedAmong(guard, { host, port }, found);
}

/**
 * Returns the allowed addresses of a host, at least one.
 *
 * @throws OutboundUnavailableError for a name without addresses; OutboundRefusedError if all addresses are refused.
 */
export function allowedAmong(
  guard: AddressGuard,
  { host, port }: { host: string; port: number },
  found: readonly ResolvedAddress[],
): [ResolvedAddress, ...ResolvedAddress[]] {
  const [allowed, ...more] = found.filter(({ address }) => guard.allows(host, port, address));
  if (allowed) return [allowed, ...more];
  const [refused] = found;
  if (!refused) throw new OutboundUnavailableError(host, new Error('The name has no address'));
  throw guard.refusalOf(host, port, refused.address);
}

/** @throws OutboundUnavailableError if the name is not found within 3 s. */
export async function resolveInTime(resolve: Resolver, host: string): Promise<ResolvedAddress[]> {
  const over = new AbortController();
  const late = delay(CONNECT_TIMEOUT_MS, undefined, { signal: over.signal }).then(() => {
    throw new Error('The name look-up timed out');
  });
  late.catch(() => undefined);
  try {
    return await Promise.race([resolve(host), late]);
  } catch (error) {
    throw new OutboundUnavailableError(host, error);
  } finally {
    over.abort();
  }
}

function only(addresses: ResolvedAddress[]): LookupFunction {
  return (_hostname, options, callback) => {
    const [first] = addresses;
    if (options.all) callback(null, addresses);
    else callback(null, first?.address ?? '', first?.family ?? 0);
  };
}
