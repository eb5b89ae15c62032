import { isUtf8 } from 'node:buffer';
import type { IncomingHttpHeaders } from 'node:http';
import { MIMEType } from 'node:util';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { ProblemError } from './problem.error.ts';

const JSON_TYPE = 'application/json';
/** Maximum length of a header value that an error repeats. */
const MAX_FOUND_CHARACTERS = 40;

/** Names of UTF-8 and of encodings that are subsets of it. */
const UTF8_NAMES = new Set(['utf-8', 'utf8', 'us-ascii', 'ascii']);

/**
 * Accepts only JSON in UTF-8 as a body. Other types get 415, including forms (the default of curl) and compressed bodies. An
 * empty body counts as absent regardless of its Content-Type, because many clients send that header with every request.
 */
export function takeJsonBodies(app: NestFastifyApplication): void {
  const server = app.getHttpAdapter().getInstance();
  const parse = server.getDefaultJsonParser('error', 'error');
  server.removeContentTypeParser([JSON_TYPE, 'text/plain']);
  server.addHook('preParsing', async (request) => refuseCoding(request.headers));
  server.addContentTypeParser(JSON_TYPE, { parseAs: 'buffer' }, (request, body: Buffer, done) => {
    if (body.length === 0) return done(null, undefined);
    const unreadable = unreadableText(request.headers['content-type'], body);
    if (unreadable) return done(unreadable, undefined);
    const text = body.toString('utf8');
    void parse(request, text, (error, value) => done(error && located(error, text), value));
  });
}

export function hasBody(headers: IncomingHttpHeaders): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
}

/** Rejects compressed bodies, because a small one could expand to any size. */
function refuseCoding(headers: IncomingHttpHeaders): void {
  const coding = headers['content-encoding']?.trim().toLowerCase() ?? '';
  if (!hasBody(headers) || coding === '' || coding === 'identity') return;
  throw new ProblemError(
    415,
    'unsupported-media-type',
    `The body is encoded as ${found(coding)}. Send it as it is, without Content-Encoding.`,
    { headers: { 'accept-encoding': 'identity' } },
  );
}

/** Rejects text that is not UTF-8, which would silently lose characters. */
function unreadableText(type: string | undefined, body: Buffer): ProblemError | null {
  const charset = charsetOf(type);
  if (charset !== null && !UTF8_NAMES.has(charset))
    return new ProblemError(
      415,
      'unsupported-media-type',
      `The body is in the charset ${found(charset)}. JSON is taken in UTF-8: Content-Type: application/json; charset=utf-8.`,
    );
  if (isUtf8(body)) return null;
  return new ProblemError(400, 'bad-request', 'The body is not valid UTF-8. JSON must be sent as UTF-8.');
}

/** Charset of a media type, in lower case; null if it has none. */
function charsetOf(type = ''): string | null {
  try {
    return new MIMEType(type).params.get('charset')?.toLowerCase() ?? null;
  } catch {
    return null;
  }
}

const found = (name: string) => `“${name.slice(0, MAX_FOUND_CHARACTERS)}”`;

/** Valid JSON that is rejected because of a field name. Protocols such as MCP distinguish it from invalid JSON. */
export class RefusedFieldError extends ProblemError {
  constructor() {
    super(
      400,
      'bad-request',
      'The body is refused: no field may be called “__proto__”, nor “constructor” with a field “prototype” in it.',
    );
  }
}

/** Adds the position of the syntax error, which Fastify omits; returns RefusedFieldError for valid JSON. */
function located(error: Error, body: string): Error {
  try {
    JSON.parse(body);
    return new RefusedFieldError();
  } catch (reason) {
    error.message = `The body is not valid JSON: ${(reason as SyntaxError).message}.`;
  }
  return error;
}
