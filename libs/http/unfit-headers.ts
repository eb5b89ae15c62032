import type { IncomingMessage } from 'node:http';
import type { FastifyInstance } from 'fastify';
import { ProblemError } from './problem.error.ts';
import { sendProblem } from './send-problem.ts';

const UNSUPPORTED_EXPECT = 'The only supported value of the header Expect is 100-continue.';

/**
 * Rejects invalid headers with problem details. Node itself answers an unsupported `Expect`, and HTTP/1.1 without `Host`
 * (unless `requireHostHeader` is false), with an empty body. Also rejects several `Host` headers (RFC 9112, section 3.2),
 * because Node uses the first one and a proxy in front may use another.
 */
export function answerUnfitHeaders(server: FastifyInstance): void {
  const unmet = new WeakSet<IncomingMessage>();
  server.server.on('checkExpectation', (request, response) => {
    unmet.add(request);
    server.server.emit('request', request, response);
  });
  server.addHook('preParsing', ({ raw }, reply, payload, done) => {
    if (unmet.has(raw)) sendProblem(reply, new ProblemError(417, 'expectation-failed', UNSUPPORTED_EXPECT));
    else if (raw.httpVersion === '1.1' && raw.headers.host === undefined)
      sendProblem(reply, new ProblemError(400, 'bad-request', 'HTTP/1.1 needs the header Host.'));
    else if (hostsOf(raw) > 1)
      sendProblem(reply, new ProblemError(400, 'bad-request', 'There is more than one header Host.'));
    else done(null, payload);
  });
}

/** Number of `Host` headers, counted in `rawHeaders` because `headers` keeps only the first. */
function hostsOf({ rawHeaders }: IncomingMessage): number {
  return rawHeaders.filter((name, at) => at % 2 === 0 && name.toLowerCase() === 'host').length;
}
