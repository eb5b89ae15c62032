import multipart from '@fastify/multipart';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { MAX_FILE_BYTES } from '#artifacts';
import { ProblemError } from '#http';

export const FILES_PATH = 'v1/files';

/** Teaches the server multipart bodies, for the one route that takes files; elsewhere they are refused as before. */
export async function takeUploads(app: NestFastifyApplication): Promise<void> {
  // One part more than is taken of each, so that the route can say what is too much.
  await app.register(multipart, {
    limits: { fileSize: MAX_FILE_BYTES, files: 2, fields: 1, parts: 3, headerPairs: 50 },
  });
  app
    .getHttpAdapter()
    .getInstance()
    .addHook('preParsing', async (request) => {
      const type = request.headers['content-type'] ?? '';
      if (/^multipart\//i.test(type) && request.routeOptions.url !== `/${FILES_PATH}`)
        throw new ProblemError(415, 'unsupported-media-type', 'This route takes application/json.');
    });
}
