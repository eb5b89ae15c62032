import { STATUS_CODES } from 'node:http';
import type { ConnectionError, FastifyReply, FastifyServerOptions } from 'fastify';
import { PROBLEM_MEDIA_TYPE } from '#contracts';
import { ProblemError } from './problem.error.ts';
import { bodyOf, sendProblem } from './send-problem.ts';

/** Enough for a 10 MB upload over a slow connection; ends connections of clients that send only a byte now and then. */
const RECEIVE_TIMEOUT_MS = 120_000;

/** Fastify options for requests that reach neither a hook nor a route; their errors are problem details too. */
export const UNREADABLE_REQUESTS = {
  requestTimeout: RECEIVE_TIMEOUT_MS,
  frameworkErrors: (error, { server }, reply: FastifyReply) => {
    sendProblem(reply, addressProblem(error.code, server.initialConfig.routerOptions?.maxParamLength));
  },
  clientErrorHandler: (error, socket) => {
    // The client is gone, or a response has started with which this one would mix.
    if (error.code === 'ECONNRESET' || !socket.writable) {
      socket.destroy();
      return;
    }
    socket.end(rawAnswer(requestProblem(error)));
  },
} satisfies FastifyServerOptions;

/** Replaces Fastify's messages, which repeat the whole URL. */
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

/** Problem for an error code of Node's HTTP parser. */
function requestProblem({ code }: ConnectionError): ProblemError {
  switch (code) {
    case 'HPE_HEADER_OVERFLOW':
      return new ProblemError(431, 'headers-too-large', 'The headers are larger than 16 KiB.');
    case 'HPE_CHUNK_EXTENSIONS_OVERFLOW':
      return new ProblemError(413, 'content-too-large', 'The chunk extensions of the body are too large.');
    case 'ERR_HTTP_REQUEST_TIMEOUT':
      return new ProblemError(408, 'request-timeout', 'The request did not arrive whole in time.');
    default:
      return new ProblemError(400, 'bad-request', 'The request is not valid HTTP/1.1.');
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
