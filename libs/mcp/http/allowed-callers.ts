import { parseAllowedHost } from '#config';

const LOOPBACK = new Set(['localhost', '127.0.0.1', '[::1]']);

/**
 * True if a `Host` header names this machine or an allowed host of the deployment. A request by DNS rebinding carries the
 * name of the attacker's site.
 *
 * @param allowed entries of `MCP_ALLOWED_HOSTS`.
 */
export function isAllowedHost(host: string | undefined, allowed: readonly string[]): boolean {
  const url = host === undefined ? undefined : parse(`http://${host}`);
  return url !== undefined && isKnown(url, allowed);
}

/** Like {@link isAllowedHost}, for the `Origin` header. Clients other than browsers send no origin, which is allowed. */
export function isAllowedOrigin(origin: string | undefined, allowed: readonly string[]): boolean {
  if (origin === undefined) return true;
  const url = parse(origin);
  return url !== undefined && isKnown(url, allowed);
}

function isKnown({ hostname, port, protocol }: URL, allowed: readonly string[]): boolean {
  if (LOOPBACK.has(hostname)) return true;
  const number = port === '' ? (protocol === 'https:' ? 443 : 80) : Number(port);
  return allowed.some((text) => {
    const entry = parseAllowedHost(text);
    if (!entry || entry.kind === 'network') return false;
    if (entry.port !== undefined && entry.port !== number) return false;
    const name = hostname.replace(/^\[|\]$/g, '');
    return entry.kind === 'host' ? name === entry.host : name.endsWith(`.${entry.suffix}`);
  });
}

function parse(text: string): URL | undefined {
  const url = URL.parse(text);
  return url !== null && /^https?:$/.test(url.protocol) && url.pathname === '/' && url.username === ''
    ? url
    : undefined;
}
