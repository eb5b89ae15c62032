import { existsSync } from 'node:fs';
import path from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { readPageFiles } from './page-preloads.ts';

const ONE_YEAR_SECONDS = 31_536_000;
const NOT_BUILT = 'The app of the console is not built. Run: npm run build';

/**
 * Serves the single-page app from `folder`. Files under `/assets/` have a content hash in their name and are
 * cached forever; everything else is revalidated, so that an update shows at once. A path that is neither a
 * file nor an API route is a page of the app, with status 404 if the app has no such page.
 */
export async function serveApp(server: FastifyInstance, folder: string): Promise<void> {
  const built = existsSync(path.join(folder, 'index.html'));
  const filesOfPage = readPageFiles(folder);
  if (built) {
    await server.register(fastifyStatic, {
      root: folder,
      serve: false,
      cacheControl: false,
      index: false,
      // The build writes `.gz` and `.br` beside each file.
      preCompressed: true,
    });
  }
  server.get<{ Params: { '*': string } }>('/*', ({ params }, reply) => {
    // Uses the path as the router read it. Parsed as a URL, a path that begins with two slashes would name a
    // host.
    const pathname = path.posix.normalize(`/${params['*']}`);
    if (isApi(pathname)) return reply.callNotFound();
    if (!built) return reply.code(503).type('text/plain; charset=utf-8').send(NOT_BUILT);
    if (!isFile(pathname)) return sendPage(reply, filesOfPage(pathname));
    return sendFile(reply, folder, pathname);
  });
}

function isApi(pathname: string): boolean {
  return /^\/(admin|health|metrics)(\/|$)/.test(pathname);
}

function isFile(pathname: string): boolean {
  return path.posix.extname(pathname) !== '' || pathname.startsWith('/assets/');
}

function sendPage(reply: FastifyReply, link: string | undefined): unknown {
  // The body tells people that the page does not exist; a cached copy would be revalidated without its body.
  if (link === undefined) return reply.code(404).header('cache-control', 'no-store').sendFile('index.html');
  if (link) void reply.header('link', link);
  return reply.header('cache-control', 'no-cache').sendFile('index.html');
}

function sendFile(reply: FastifyReply, folder: string, pathname: string): unknown {
  const name = pathname.slice(1);
  if (name.startsWith('.') || name.includes('/.') || !existsSync(path.join(folder, name)))
    return reply.callNotFound();
  const immutable = name.startsWith('assets/');
  return reply
    .header('cache-control', immutable ? `public, max-age=${ONE_YEAR_SECONDS}, immutable` : 'no-cache')
    .sendFile(name);
}
