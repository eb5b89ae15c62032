import { createHash } from 'node:crypto';
import type { FastifyInstance } from 'fastify';

/**
 * Gives the answers of the console's API an ETag and answers 304 to who has it already. Pages poll every 2 s; without
 * news that costs no body. Nothing is kept by shared caches, and nothing is used without asking.
 */
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
