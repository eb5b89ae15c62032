import helmet from '@fastify/helmet';
import type { FastifyInstance } from 'fastify';

/**
 * Only what the console itself serves is run, shown or asked for. Styles alone may be inline: Mantine writes its
 * variables, and the virtualised lists the places of their rows, into style elements and attributes.
 */
export async function setSecurityHeaders(server: FastifyInstance): Promise<void> {
  await server.register(helmet, {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'none'"],
        scriptSrc: ["'self'"],
        styleSrc: ["'self'", "'unsafe-inline'"],
        fontSrc: ["'self'"],
        imgSrc: ["'self'"],
        connectSrc: ["'self'"],
        manifestSrc: ["'self'"],
        baseUri: ["'none'"],
        formAction: ["'self'"],
        frameAncestors: ["'none'"],
      },
    },
    crossOriginEmbedderPolicy: false,
    referrerPolicy: { policy: 'same-origin' },
    xFrameOptions: { action: 'deny' },
    // Set by the proxy that speaks TLS; on plain http a browser ignores it.
    strictTransportSecurity: { maxAge: 15_552_000, includeSubDomains: false },
  });
}
