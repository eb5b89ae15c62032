import { STATUS_CODES } from 'node:http';
import type { ConnectionError, FastifyReply, FastifyServerOptions } from 'fastify';
import { PROBLEM_MEDIA_TYPE } from '#contracts';
import { ProblemError } from './problem.error.ts';
import { bodyOf, sendProblem } from './send-problem.ts';

/** Options of Fastify for requests that reach neither a hook nor a route: their errors are problem details as well. */
export const UNREADABLE_REQUESTS = {
  frameworkErrors: (error, _request, reply: FastifyReply) => {
    sendProblem(reply, addressProblem(error));
  },
  clientErrorHandler: (error, socket) => {
    // A client that is gone, or that cannot tell this from an answer that is under way.
    if (error.code === 'ECONNRESET' || !socket.writable) {
      socket.destroy();
      return;
    }
    socket.end(rawAnswer(requestProblem(error)));
  },
} satisfies FastifyServerOptions;

/** Fastify repeats the whole address, however long. */
function addressProblem(error: Error & { code?: string }): ProblemError {
  const detail =
    error.code === 'FST_ERR_BAD_URL'
      ? 'The path of the address is not percent-encoded UTF-8: a percent sign needs two hexadecimal digits behind it.'
      : error.message;
  return new ProblemError(400, 'bad-request', detail);
}

/** Codes of Node's HTTP parser. */
function requestProblem({ code }: ConnectionError): ProblemError {
  switch (code) {
    case 'HPE_HEADER_OVERFLOW':
      return new ProblemError(431, 'headers-too-large', 'The headers are larger than 16 KiB.');
    case 'HPE_CHUNK_EXTENSIONS_OVERFLOW':
      return new ProblemError(413, 'content-too-large', 'The chunk extensions of the body are too large.');
    case 'ERR_HTTP_REQUEST_TIMEOUT':
      return new ProblemError(408, 'request-timeout', 'The request did not arrive whole in time.');
    default:
      return new ProblemError(400, 'bad-request', 'The request is not HTTP/1.1 that can be read.');
  }
}

function rawAnswer(problem: ProblemError): string {
  const body = JSON.stringify(bodyOf(problem));
  return [
    `HTTP/1.1 ${problem.status} ${STATUS_CODES[problem.status]}`,
    `Content-Type: ${PROBLEM_MEDIA_TYPE}`,
    `Content-Length: ${Buffer.byteLength(body)}`,
    'Connection: close',
    '',
    body,
  ].join('\r\n');
}
