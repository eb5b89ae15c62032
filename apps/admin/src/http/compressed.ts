import { promisify } from 'node:util';
import { constants, gzip } from 'node:zlib';
import type { FastifyInstance } from 'fastify';

/** Shorter answers gain nothing; the session's, which holds the token against forged requests, is among them. */
const MIN_COMPRESSED_CHARACTERS = 4_096;
const gzipped = promisify(gzip);

/** Compresses long answers of the console's API for who takes gzip. What is streamed goes as it is. */
export function compressAnswers(server: FastifyInstance): void {
  server.addHook('onSend', async (request, reply, payload) => {
    if (request.method !== 'GET' || typeof payload !== 'string' || payload.length < MIN_COMPRESSED_CHARACTERS)
      return payload;
    const vary = reply.getHeader('vary');
    void reply.header('vary', vary ? `${String(vary)}, accept-encoding` : 'accept-encoding');
    if (!/\bgzip\b/i.test(String(request.headers['accept-encoding'] ?? ''))) return payload;
    void reply.header('content-encoding', 'gzip').removeHeader('content-length');
    // The fastest level: a tenth of the time of the best for a quarter more bytes.
    return gzipped(payload, { level: constants.Z_BEST_SPEED });
  });
}
