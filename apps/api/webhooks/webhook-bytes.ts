import { Transform } from 'node:stream';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import type { FastifyRequest } from 'fastify';

/** Path of the webhooks of packs, as the router knows it. */
export const WEBHOOKS_PATH = 'webhooks/:orgSlug/:pack/:webhook';

const BYTES = new WeakMap<FastifyRequest, Buffer[]>();

/** Keeps the received bytes of webhooks, because signatures cover them; the parser still reads the body. */
export function keepWebhookBytes(app: NestFastifyApplication): void {
  app
    .getHttpAdapter()
    .getInstance()
    .addHook('preParsing', (request, _reply, payload, done) => {
      if (request.routeOptions.url !== `/${WEBHOOKS_PATH}`) return done(null, payload);
      const kept: Buffer[] = [];
      BYTES.set(request, kept);
      const copy = new Transform({
        transform: (chunk: Buffer, _encoding, next) => {
          kept.push(chunk);
          next(null, chunk);
        },
      });
      payload.on('error', (error) => copy.destroy(error));
      done(null, payload.pipe(copy));
    });
}

/** The body of a webhook, byte by byte. */
export function webhookBytes(request: FastifyRequest): Buffer {
  return Buffer.concat(BYTES.get(request) ?? []);
}
