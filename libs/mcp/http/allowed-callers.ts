import { parseAllowedHost } from '#config';

const LOOPBACK = new Set(['localhost', '127.0.0.1', '[::1]']);

/**
 * Whether a `Host` header names this machine or a host that the deployment is known by. A page of another site whose
 * name was made to lead here (DNS rebinding) brings that site's name.
 *
 * @param allowed entries of `MCP_ALLOWED_HOSTS`.
 */
export function isAllowedHost(host: string | undefined, allowed: readonly string[]): boolean {
  const url = host === undefined ? undefined : parse(`http://${host}`);
  return url !== undefined && isKnown(url, allowed);
}

/** As {@link isAllowedHost}, for the page that a request comes from; programs that are no browsers send none. */
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
