import type { FastifyReply } from 'fastify';
import { PROBLEM_MEDIA_TYPE, type Problem } from '#contracts';
import { currentTraceparent, newTraceparent, traceIdOf } from '#telemetry';
import type { ProblemError } from './problem.error.ts';

const TITLES: Record<number, string> = {
  400: 'Bad request',
  401: 'Unauthorized',
  403: 'Forbidden',
  404: 'Not found',
  405: 'Method not allowed',
  408: 'Request timeout',
  409: 'Conflict',
  413: 'Content too large',
  414: 'URI too long',
  415: 'Unsupported media type',
  417: 'Expectation failed',
  422: 'Unprocessable content',
  429: 'Too many requests',
  431: 'Request header fields too large',
  500: 'Internal server error',
  502: 'Bad gateway',
  503: 'Service unavailable',
};

/** Default headers by status; the headers of the problem override them. */
const USUAL_HEADERS: Record<number, Record<string, string>> = {
  // Api and console accept keys as bearer tokens, as do the metrics. Browsers open no dialog for this scheme.
  401: { 'www-authenticate': 'Bearer' },
  // In seconds: the usual cause is a process or database that restarts.
  503: { 'retry-after': '2' },
};

export function bodyOf(problem: ProblemError): Problem {
  return {
    type: `urn:turnpike:problem:${problem.code}`,
    title: TITLES[problem.status] ?? 'Error',
    status: problem.status,
    detail: problem.message,
    ...(problem.options.errors ? { errors: problem.options.errors } : {}),
    // An unreadable request, and a path that is not traced, have no span.
    traceId: traceIdOf(currentTraceparent() ?? newTraceparent()),
  };
}

export function sendProblem(reply: FastifyReply, problem: ProblemError): void {
  void reply
    .status(problem.status)
    .headers(headersOf(problem))
    .type(PROBLEM_MEDIA_TYPE)
    .send(JSON.stringify(bodyOf(problem)));
}

/** The problem as a web `Response`. */
export function problemResponse(problem: ProblemError): Response {
  const headers = { ...headersOf(problem), 'content-type': PROBLEM_MEDIA_TYPE };
  return Response.json(bodyOf(problem), { status: problem.status, headers });
}

function headersOf({ status, options }: ProblemError): Record<string, string> {
  return { ...USUAL_HEADERS[status], ...options.headers };
}
