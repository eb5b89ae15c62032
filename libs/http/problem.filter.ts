import { Catch, HttpException, type ArgumentsHost, type ExceptionFilter } from '@nestjs/common';
import { trace } from '@opentelemetry/api';
import type { FastifyReply } from 'fastify';
import type { PinoLogger } from 'nestjs-pino';
import { PROBLEM_MEDIA_TYPE, type Problem } from '#contracts';
import { DatabaseUnavailableError, isTransientDatabaseError } from '#database';
import { ProblemError } from './problem.error.ts';

const TITLES: Record<number, string> = {
  400: 'Bad request',
  401: 'Unauthorized',
  403: 'Forbidden',
  404: 'Not found',
  405: 'Method not allowed',
  409: 'Conflict',
  413: 'Content too large',
  415: 'Unsupported media type',
  422: 'Unprocessable content',
  429: 'Too many requests',
  500: 'Internal server error',
  503: 'Service unavailable',
};
/** When the database is away, most often it is back within this time. */
const RETRY_AFTER_S = '2';

/** Turns an error of the app's own libs into a problem; undefined for those it does not know. */
export type ProblemMapper = (error: unknown) => ProblemError | undefined;

/** Every error leaves as RFC 9457 problem details. What nobody foresaw is a 500 that says nothing and is logged whole. */
@Catch()
export class ProblemFilter implements ExceptionFilter {
  constructor(
    private readonly logger: Pick<PinoLogger, 'error'>,
    private readonly mapDomainError: ProblemMapper = () => undefined,
  ) {}

  catch(error: unknown, host: ArgumentsHost): void {
    const reply = host.switchToHttp().getResponse<FastifyReply>();
    if (reply.raw.headersSent) {
      reply.raw.destroy();
      return;
    }
    const problem = this.toProblem(error);
    // A process that is not ready says so to whoever asks, again and again; it is no failure of the request.
    if (problem.status >= 500 && problem.code !== 'not-ready' && !isTransientDatabaseError(error))
      this.logger.error({ err: error }, 'a request failed');
    sendProblem(reply, problem);
  }

  private toProblem(error: unknown): ProblemError {
    if (error instanceof ProblemError) return error;
    const known = this.mapDomainError(error);
    if (known) return known;
    if (error instanceof DatabaseUnavailableError || isTransientDatabaseError(error)) {
      return new ProblemError(
        503,
        'database-unavailable',
        'The database cannot be reached; nothing was accepted. Try again.',
        {
          headers: { 'retry-after': RETRY_AFTER_S },
        },
      );
    }
    const status = statusOf(error);
    if (status === 413)
      return new ProblemError(413, 'content-too-large', 'The body is larger than this route takes.');
    if (status === 404) return new ProblemError(404, 'not-found', messageOf(error));
    if (status >= 400 && status < 500) return new ProblemError(status, 'bad-request', messageOf(error));
    return new ProblemError(500, 'internal', 'Something went wrong on our side. The trace id names it.');
  }
}

/** Errors of Fastify itself, before any route: a path that is no text. For its option `frameworkErrors`. */
export function sendFrameworkProblem(error: Error, _request: unknown, reply: FastifyReply): void {
  sendProblem(reply, new ProblemError(400, 'bad-request', error.message));
}

function sendProblem(reply: FastifyReply, problem: ProblemError): void {
  const body: Problem = {
    type: `urn:turnpike:problem:${problem.code}`,
    title: TITLES[problem.status] ?? 'Error',
    status: problem.status,
    detail: problem.message,
    ...(problem.options.errors ? { errors: problem.options.errors } : {}),
    traceId: trace.getActiveSpan()?.spanContext().traceId,
  };
  void reply
    .status(problem.status)
    .headers(problem.options.headers ?? {})
    .type(PROBLEM_MEDIA_TYPE)
    .send(JSON.stringify(body));
}

/** Nest's own exceptions, and those of Fastify (unreadable JSON, a body that is too large). */
function statusOf(error: unknown): number {
  if (error instanceof HttpException) return error.getStatus();
  if (error instanceof Error && 'statusCode' in error && typeof error.statusCode === 'number')
    return error.statusCode;
  return 500;
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : 'The request cannot be read.';
}
