import { isIP, isIPv6 } from 'node:net';

/** One entry of `HTTP_ALLOW_HOSTS`: a non-public target that outbound requests may reach. */
export type AllowedHost =
  | { kind: 'host'; host: string; port?: number }
  /** Every subdomain of `suffix`, without `suffix` itself. */
  | { kind: 'suffix'; suffix: string; port?: number }
  | { kind: 'network'; address: string; prefix: number };

const NETWORK = /^([\d.]+|[\da-f:.]+)\/(\d{1,3})$/i;
const BRACKETED = /^\[([\da-f:.]+)\](?::(\d{1,5}))?$/i;
const NAMED = /^(\*\.)?((?:[a-z\d_-]+\.)*[a-z\d_-]+)(?::(\d{1,5}))?$/i;
const MAX_PORT = 65_535;

/** Reads `host`, `host:port`, `*.suffix`, `[::1]:8080` or a network such as `10.0.0.0/8`. @returns undefined for anything else. */
export function parseAllowedHost(text: string): AllowedHost | undefined {
  const [, address = '', prefixText] = NETWORK.exec(text) ?? [];
  if (prefixText !== undefined) {
    const prefix = Number(prefixText);
    const version = isIP(address);
    return version !== 0 && prefix <= (version === 4 ? 32 : 128)
      ? { kind: 'network', address, prefix }
      : undefined;
  }
  if (isIPv6(text)) return { kind: 'host', host: text.toLowerCase() };
  const [, literal = '', literalPort] = BRACKETED.exec(text) ?? [];
  if (isIPv6(literal)) return withPort({ kind: 'host', host: literal.toLowerCase() }, literalPort);
  const [, wildcard, name, port] = NAMED.exec(text) ?? [];
  if (name === undefined) return undefined;
  const host = name.toLowerCase();
  return withPort(wildcard ? { kind: 'suffix', suffix: host } : { kind: 'host', host }, port);
}

function withPort(
  entry: Exclude<AllowedHost, { kind: 'network' }>,
  text: string | undefined,
): AllowedHost | undefined {
  if (text === undefined) return entry;
  const port = Number(text);
  return port > 0 && port <= MAX_PORT ? { ...entry, port } : undefined;
}
