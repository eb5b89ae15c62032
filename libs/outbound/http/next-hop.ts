import { isSecretName } from '#text';
import { OutboundRefusedError } from '../outbound.errors.ts';

/** A request as it is sent. */
export interface Hop {
  url: URL;
  method: string;
  /** Header names are in lower case. */
  headers: Record<string, string>;
  body: string | Uint8Array | undefined;
}

const REDIRECTS = new Set([301, 302, 303, 307, 308]);

/** Returns the target of a redirect; undefined if the response is not a redirect. */
export function locationOf(status: number, location: string | undefined, base: URL): string | undefined {
  if (!REDIRECTS.has(status) || location === undefined) return undefined;
  return URL.canParse(location, base.href) ? new URL(location, base.href).href : location;
}

/**
 * Returns the request that follows a redirect by the rules of the Fetch standard: after a 303, and after a 301 or 302 of a
 * POST, it is a GET without a body. Headers with credentials are not sent to another origin.
 *
 * @throws OutboundRefusedError if it would send such headers over http after https.
 */
export function nextHop(hop: Hop, status: number, url: URL): Hop {
  const asGet =
    (status === 303 && hop.method !== 'HEAD') ||
    ((status === 301 || status === 302) && hop.method === 'POST');
  const secrets = Object.keys(hop.headers).filter(isSecretName);
  if (hop.url.protocol === 'https:' && url.protocol === 'http:' && secrets.length > 0)
    throw new OutboundRefusedError(
      'downgrade',
      `${hop.url.hostname} redirects a request with credentials to plain http`,
    );
  const sameOrigin = url.origin === hop.url.origin;
  const headers = Object.fromEntries(
    Object.entries(hop.headers).filter(
      ([name]) => (sameOrigin || !secrets.includes(name)) && !(asGet && name.startsWith('content-')),
    ),
  );
  return { url, headers, method: asGet ? 'GET' : hop.method, body: asGet ? undefined : hop.body };
}
