import { FastifyAdapter } from '@nestjs/platform-fastify';
import type { Config } from '#config';
import { enableGracefulClose } from './graceful-close.ts';
import { rememberMethods } from './known-methods.ts';
import { traceRequests } from './request-span.ts';
import { trustProxy } from './trust-proxy.ts';
import { answerUnfitHeaders } from './unfit-headers.ts';
import { UNREADABLE_REQUESTS } from './unreadable-requests.ts';

/** Maximum size of a body; upload routes have their own limit. */
const MAX_BODY_BYTES = 256 * 1_024;

export interface HttpAdapterOptions {
  /** Maximum length of a path parameter in its percent-encoded form. Default: 100. */
  maxParameterCharacters?: number;
}

/** Creates the HTTP adapter of all apps, before any route is added. All errors are sent as problem details. */
export function httpAdapter(
  { environment }: Config,
  { maxParameterCharacters }: HttpAdapterOptions = {},
): FastifyAdapter {
  const adapter = new FastifyAdapter({
    ...UNREADABLE_REQUESTS,
    bodyLimit: MAX_BODY_BYTES,
    routerOptions: { maxParamLength: maxParameterCharacters },
    trustProxy: trustProxy(environment.TRUSTED_PROXIES),
    forceCloseConnections: true,
    // The hooks below reject both cases with problem details.
    http: { requireHostHeader: false },
    return503OnClosing: false,
  });
  const server = adapter.getInstance();
  traceRequests(server);
  enableGracefulClose(server);
  answerUnfitHeaders(server);
  rememberMethods(server);
  return adapter;
}
