import helmet from '@fastify/helmet';
import type { FastifyInstance } from 'fastify';

/**
 * Allows only the console's own scripts, images and requests. Inline styles are allowed because Mantine
 * writes its variables, and virtualised lists their row positions, into style elements and attributes.
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
    // Set for the proxy that terminates TLS; browsers ignore it over plain http.
    strictTransportSecurity: { maxAge: 15_552_000, includeSubDomains: false },
  });
}
