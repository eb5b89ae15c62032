import { existsSync } from 'node:fs';
import path from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

const ONE_YEAR_SECONDS = 31_536_000;
const NOT_BUILT = 'The app of the console is not built. Run: npm run build';

/**
 * Serves the single-page app from `folder`. Files under `/assets/` have a hash of their content in their name and are
 * kept for ever; everything else is asked for again each time, so that an update shows at once. An address that names
 * no file and is not the API's is a page of the app.
 */
export async function serveApp(server: FastifyInstance, folder: string): Promise<void> {
  const built = existsSync(path.join(folder, 'index.html'));
  if (built) {
    await server.register(fastifyStatic, {
      root: folder,
      serve: false,
      cacheControl: false,
      index: false,
    });
  }
  server.get('/*', (request, reply) => {
    const { pathname } = new URL(request.url, 'http://console');
    if (isApi(pathname)) return reply.callNotFound();
    if (!built) return reply.code(503).type('text/plain; charset=utf-8').send(NOT_BUILT);
    return sendFile(request, reply, folder, pathname);
  });
}

function isApi(pathname: string): boolean {
  return /^\/(admin|health|metrics)(\/|$)/.test(pathname);
}

function sendFile(_request: FastifyRequest, reply: FastifyReply, folder: string, pathname: string): unknown {
  const isFile = path.posix.extname(pathname) !== '' || pathname.startsWith('/assets/');
  if (!isFile) return reply.header('cache-control', 'no-cache').sendFile('index.html');
  const name = path.posix.normalize(pathname).replace(/^\/+/, '');
  if (name.startsWith('.') || name.includes('/.') || !existsSync(path.join(folder, name)))
    return reply.callNotFound();
  const immutable = name.startsWith('assets/');
  return reply
    .header('cache-control', immutable ? `public, max-age=${ONE_YEAR_SECONDS}, immutable` : 'no-cache')
    .sendFile(name);
}
