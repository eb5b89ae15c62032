import multipart from '@fastify/multipart';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { MAX_FILE_BYTES } from '#artifacts';
import { hasBody, ProblemError } from '#http';
import { notAnUpload } from './read-upload.ts';

export const FILES_PATH = 'v1/files';

const FORM_TYPE = /^multipart\/form-data\b/i;

/**
 * Lets the server accept multipart bodies on the one route that takes files; other routes still refuse them. This route
 * refuses all other bodies before another parser can report an error.
 */
export async function takeUploads(app: NestFastifyApplication): Promise<void> {
  // One part more than is accepted of each kind, so that the route can name the surplus part.
  await app.register(multipart, {
    limits: { fileSize: MAX_FILE_BYTES, files: 2, fields: 1, parts: 3, headerPairs: 50 },
  });
  app
    .getHttpAdapter()
    .getInstance()
    .addHook('preParsing', async (request) => {
      const type = request.headers['content-type'] ?? '';
      if (request.routeOptions.url === `/${FILES_PATH}`) {
        if (hasBody(request.headers) && !FORM_TYPE.test(type)) throw notAnUpload();
      } else if (/^multipart\//i.test(type)) {
        throw new ProblemError(415, 'unsupported-media-type', 'This route takes application/json.');
      }
    });
}
