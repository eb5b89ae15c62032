import { isSecretName } from '#telemetry/light';
import { OutboundRefusedError } from '../outbound.errors.ts';

/** A request as it goes over the wire. */
export interface Hop {
  url: URL;
  method: string;
  /** Names in lower case. */
  headers: Record<string, string>;
  body: string | Uint8Array | undefined;
}

const REDIRECTS = new Set([301, 302, 303, 307, 308]);

/** The place that an answer sends its caller to; undefined when it is no redirect. */
export function locationOf(status: number, location: string | undefined, base: URL): string | undefined {
  if (!REDIRECTS.has(status) || location === undefined) return undefined;
  return URL.canParse(location, base.href) ? new URL(location, base.href).href : location;
}

/**
 * The request that follows a redirect, by the rules of the Fetch standard: 303, and 301 and 302 of a POST, go on as GET
 * without a body. Whatever opens something stays with the origin that it was meant for.
 *
 * @throws OutboundRefusedError when it would carry such headers from https to http.
 */
export function nextHop(hop: Hop, status: number, url: URL): Hop {
  const asGet =
    (status === 303 && hop.method !== 'HEAD') ||
    ((status === 301 || status === 302) && hop.method === 'POST');
  const secrets = Object.keys(hop.headers).filter(isSecretName);
  if (hop.url.protocol === 'https:' && url.protocol === 'http:' && secrets.length > 0)
    throw new OutboundRefusedError(
      'downgrade',
      `${hop.url.hostname} sends a request with credentials on to plain http`,
    );
  const sameOrigin = url.origin === hop.url.origin;
  const headers = Object.fromEntries(
    Object.entries(hop.headers).filter(
      ([name]) => (sameOrigin || !secrets.includes(name)) && !(asGet && name.startsWith('content-')),
    ),
  );
  return { url, headers, method: asGet ? 'GET' : hop.method, body: asGet ? undefined : hop.body };
}
