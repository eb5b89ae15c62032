import { createHash } from 'node:crypto';
import type { FastifyInstance } from 'fastify';

/** Answers 304 to a client that has the current version, so that an unchanged poll (every 2 s) costs no body. */
export function answerConditionally(server: FastifyInstance): void {
  server.addHook('onSend', async (request, reply, payload) => {
    if (!request.url.startsWith('/admin/')) return payload;
    if (!reply.hasHeader('cache-control')) void reply.header('cache-control', 'private, no-cache');
    if (request.method !== 'GET' || reply.statusCode !== 200 || typeof payload !== 'string') return payload;
    const tag = `W/"${createHash('sha256').update(payload).digest('base64url').slice(0, 22)}"`;
    void reply.header('etag', tag).header('vary', 'cookie, authorization');
    if (request.headers['if-none-match'] !== tag) return payload;
    void reply.code(304).removeHeader('content-length').removeHeader('content-type');
    return '';
  });
}
