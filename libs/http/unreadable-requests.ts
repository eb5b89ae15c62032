import { STATUS_CODES } from 'node:http';
import type { ConnectionError, FastifyReply, FastifyServerOptions } from 'fastify';
import { PROBLEM_MEDIA_TYPE } from '#contracts';
import { ProblemError } from './problem.error.ts';
import { bodyOf, sendProblem } from './send-problem.ts';

/** A file of 10 MB comes in this time over a slow line; who sends a byte now and then may hold a connection no longer. */
const RECEIVE_TIMEOUT_MS = 120_000;

/** Options of Fastify for requests that reach neither a hook nor a route: their errors are problem details as well. */
export const UNREADABLE_REQUESTS = {
  requestTimeout: RECEIVE_TIMEOUT_MS,
  frameworkErrors: (error, { server }, reply: FastifyReply) => {
    sendProblem(reply, addressProblem(error.code, server.initialConfig.routerOptions?.maxParamLength));
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

/** Said in our own words: Fastify's repeat the whole address, however long. */
function addressProblem(code: string, maxCharacters?: number): ProblemError {
  if (code === 'FST_ERR_MAX_PARAM_LENGTH')
    return new ProblemError(
      414,
      'address-too-long',
      `A part of the path is longer than the ${maxCharacters} characters that may stand there.`,
    );
  return new ProblemError(
    400,
    'bad-request',
    'The path of the address is not percent-encoded UTF-8: a percent sign needs two hexadecimal digits behind it.',
  );
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
