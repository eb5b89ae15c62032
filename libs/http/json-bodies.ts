import type { NestFastifyApplication } from '@nestjs/platform-fastify';

const JSON_TYPE = 'application/json';

/**
 * JSON is all that is taken as a body; any other gets 415, also what a command line sends as a form when the type was
 * forgotten. No body at all is none, whatever type the client named: many name one for every request.
 */
export function takeJsonBodies(app: NestFastifyApplication): void {
  const server = app.getHttpAdapter().getInstance();
  const parse = server.getDefaultJsonParser('error', 'error');
  server.removeContentTypeParser([JSON_TYPE, 'text/plain']);
  server.addContentTypeParser(JSON_TYPE, { parseAs: 'string' }, (request, body: string, done) => {
    if (body.length === 0) done(null, undefined);
    else void parse(request, body, (error, value) => done(error && located(error, body), value));
  });
}

/** Says where the text stops being JSON, which Fastify does not, or that it is refused although it is JSON. */
function located(error: Error, body: string): Error {
  try {
    JSON.parse(body);
    error.message =
      'The body is refused: no field may be called “__proto__”, nor “constructor” with a field “prototype” in it.';
  } catch (reason) {
    error.message = `The body is not valid JSON: ${(reason as SyntaxError).message}.`;
  }
  return error;
}
