import type { IncomingMessage } from 'node:http';
import type { FastifyInstance } from 'fastify';
import { ProblemError } from './problem.error.ts';
import { sendProblem } from './send-problem.ts';

/**
 * Refuses what Node would refuse with an empty answer: an `Expect` that nobody can meet, and HTTP/1.1 without `Host`, which
 * Node has to be told to let through (`requireHostHeader`). And more than one `Host`, of which Node takes the first and a
 * proxy in front perhaps another: RFC 9112, section 3.2.
 */
export function answerUnfitHeaders(server: FastifyInstance): void {
  const unmet = new WeakSet<IncomingMessage>();
  server.server.on('checkExpectation', (request, response) => {
    unmet.add(request);
    server.server.emit('request', request, response);
  });
  server.addHook('preParsing', ({ raw }, reply, payload, done) => {
    if (unmet.has(raw))
      sendProblem(
        reply,
        new ProblemError(417, 'expectation-failed', 'Of the header Expect only 100-continue can be met.'),
      );
    else if (raw.httpVersion === '1.1' && raw.headers.host === undefined)
      sendProblem(reply, new ProblemError(400, 'bad-request', 'HTTP/1.1 needs the header Host.'));
    else if (hostsOf(raw) > 1)
      sendProblem(reply, new ProblemError(400, 'bad-request', 'There is more than one header Host.'));
    else done(null, payload);
  });
}

/** Of requests that a test injects there is nothing but the plain headers beside these. */
function hostsOf({ rawHeaders }: IncomingMessage): number {
  return rawHeaders.filter((name, at) => at % 2 === 0 && name.toLowerCase() === 'host').length;
}
