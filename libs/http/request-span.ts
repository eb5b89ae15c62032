import { context, propagation, SpanStatusCode, trace, type Span } from '@opentelemetry/api';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { ATTRIBUTES, SPAN_KIND } from '#telemetry';

const QUIET = /^\/(health|metrics|docs|assets)\b/;
const SERVER_ERROR = 500;

/** A span per request, in the trace of the caller's `traceparent` where it sends one. */
export function traceRequests(fastify: FastifyInstance): void {
  const spans = new WeakMap<FastifyRequest, Span>();
  fastify.addHook('onRequest', (request, _reply, done) => {
    if (QUIET.test(request.url)) {
      done();
      return;
    }
    const parent = propagation.extract(context.active(), request.headers);
    const route = request.routeOptions.url ?? 'unknown';
    const attributes = {
      [SPAN_KIND]: 'http',
      [ATTRIBUTES.httpMethod]: request.method,
      [ATTRIBUTES.httpRoute]: route,
    };
    const span = trace.getTracer('turnpike').startSpan(`${request.method} ${route}`, { attributes }, parent);
    spans.set(request, span);
    context.with(trace.setSpan(parent, span), done);
  });
  fastify.addHook('onResponse', (request, reply, done) => {
    const span = spans.get(request);
    span?.setAttribute(ATTRIBUTES.httpStatus, reply.statusCode);
    if (reply.statusCode >= SERVER_ERROR) span?.setStatus({ code: SpanStatusCode.ERROR });
    span?.end();
    done();
  });
}
