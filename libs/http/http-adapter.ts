import { FastifyAdapter } from '@nestjs/platform-fastify';
import type { Config } from '#config';
import { answerBeforeClosing } from './answer-before-closing.ts';
import { rememberMethods } from './known-methods.ts';
import { traceRequests } from './request-span.ts';
import { trustProxy } from './trust-proxy.ts';
import { answerUnfitHeaders } from './unfit-headers.ts';
import { UNREADABLE_REQUESTS } from './unreadable-requests.ts';

/** The largest body; routes that take files have a limit of their own. */
const MAX_BODY_BYTES = 256 * 1_024;

export interface HttpAdapterOptions {
  /** Of one part of a path that stands for a value, as it is written there: percent-encoded. 100 when absent. */
  maxParameterCharacters?: number;
}

/** The HTTP side that all apps share, before any route is added: no error leaves otherwise than as problem details. */
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
    // Both are refused by the hooks below, with problem details.
    http: { requireHostHeader: false },
    return503OnClosing: false,
  });
  const server = adapter.getInstance();
  traceRequests(server);
  answerBeforeClosing(server);
  answerUnfitHeaders(server);
  rememberMethods(server);
  return adapter;
}
