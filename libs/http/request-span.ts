import { context, propagation, SpanStatusCode, trace, type Span } from '@opentelemetry/api';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { ATTRIBUTES, recordHttpRequest, SPAN_KIND, tracer } from '#telemetry';

const QUIET = /^\/(health|metrics|docs|assets)\b/;
const SERVER_ERROR = 500;

/** A span and a measurement per request; the span is in the trace of the caller's `traceparent` where it sends one. */
export function traceRequests(fastify: FastifyInstance): void {
  const spans = new WeakMap<FastifyRequest, Span>();
  fastify.addHook('onRequest', (request, _reply, done) => {
    if (QUIET.test(request.url)) {
      done();
      return;
    }
    const parent = propagation.extract(context.active(), request.headers);
    const route = routeOf(request);
    const attributes = {
      [SPAN_KIND]: 'http',
      [ATTRIBUTES.httpMethod]: request.method,
      [ATTRIBUTES.httpRoute]: route,
    };
    const span = tracer().startSpan(`${request.method} ${route}`, { attributes }, parent);
    spans.set(request, span);
    context.with(trace.setSpan(parent, span), done);
  });
  fastify.addHook('onResponse', (request, reply, done) => {
    const span = spans.get(request);
    if (!span) {
      done();
      return;
    }
    span.setAttribute(ATTRIBUTES.httpStatus, reply.statusCode);
    if (reply.statusCode >= SERVER_ERROR) span.setStatus({ code: SpanStatusCode.ERROR });
    span.end();
    recordHttpRequest({
      method: request.method,
      route: routeOf(request),
      status: reply.statusCode,
      durationMs: reply.elapsedTime,
    });
    done();
  });
}

/** The pattern; one name for all paths that no route takes. */
function routeOf(request: FastifyRequest): string {
  return request.routeOptions.url ?? 'unknown';
}
