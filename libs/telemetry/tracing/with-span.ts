import { randomBytes } from 'node:crypto';
import {
  context,
  isSpanContextValid,
  SpanStatusCode,
  trace,
  TraceFlags,
  type Attributes,
  type Context,
  type Span,
} from '@opentelemetry/api';
import { ATTRIBUTES, SPAN_KIND, type SpanKind } from '../attributes.ts';
import { preciseNow } from './precise-time.ts';

const tracer = () => trace.getTracer('turnpike');

export interface SpanOptions {
  kind: SpanKind;
  attributes?: Attributes;
  /** The context to start in; the active one when absent. */
  parent?: Context;
}

/**
 * Runs `work` inside a span of that name. The span ends with it, with status error when it throws.
 */
export async function withSpan<Result>(
  name: string,
  options: SpanOptions,
  work: (span: Span) => Promise<Result>,
): Promise<Result> {
  const parent = options.parent ?? context.active();
  const span = tracer().startSpan(
    name,
    { startTime: preciseNow(), attributes: { ...options.attributes, [SPAN_KIND]: options.kind } },
    parent,
  );
  try {
    return await context.with(trace.setSpan(parent, span), () => work(span));
  } catch (error) {
    markFailed(span, error);
    throw error;
  } finally {
    span.end(preciseNow());
  }
}

/** What the platform's clock is ahead of the machine's, in milliseconds; tracing says so when it starts. */
let platformAheadMs: () => number = () => 0;

export function setPlatformAhead(aheadMs: () => number): void {
  platformAheadMs = aheadMs;
}

/** Records what was over before anybody could watch it, such as the wait in a queue. Both times are the platform's. */
export function recordSpan(name: string, options: SpanOptions, startTime: Date, endTime: Date): void {
  const attributes = { ...options.attributes, [SPAN_KIND]: options.kind };
  // Spans run by the machine's time until they are stored.
  const aheadMs = platformAheadMs();
  const ofMachine = (time: Date) => new Date(time.getTime() - aheadMs);
  tracer()
    .startSpan(name, { startTime: ofMachine(startTime), attributes }, options.parent ?? context.active())
    .end(ofMachine(endTime));
}

/** Marks a span as failed without ending it. */
export function markFailed(span: Span, error: unknown): void {
  const message = error instanceof Error ? error.message : String(error);
  span.setStatus({ code: SpanStatusCode.ERROR, message });
  span.setAttribute(ATTRIBUTES.errorType, error instanceof Error ? error.name : 'Error');
}

const TRACEPARENT = /^00-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})$/;

/** The W3C `traceparent` of the active span, to be kept with a row that other processes go on from. */
export function currentTraceparent(): string | undefined {
  const spanContext = trace.getActiveSpan()?.spanContext();
  if (!spanContext) return undefined;
  return `00-${spanContext.traceId}-${spanContext.spanId}-0${spanContext.traceFlags & TraceFlags.SAMPLED}`;
}

/** A `traceparent` for a row that comes into being outside of any span. */
export function newTraceparent(): string {
  return `00-${randomBytes(16).toString('hex')}-${randomBytes(8).toString('hex')}-01`;
}

/** The context that goes on from a kept `traceparent`; the root context where it is missing or malformed. */
export function contextFrom(traceparent: string | null | undefined): Context {
  const [, traceId = '', spanId = ''] = TRACEPARENT.exec(traceparent ?? '') ?? [];
  const spanContext = { traceId, spanId, traceFlags: TraceFlags.SAMPLED, isRemote: true };
  const base = context.active();
  // All zeros are well-formed and no ids.
  if (!isSpanContextValid(spanContext)) return trace.deleteSpan(base);
  return trace.setSpanContext(base, spanContext);
}

/** The 32 hexadecimal digits of the trace in a `traceparent`. */
export function traceIdOf(traceparent: string): string {
  return TRACEPARENT.exec(traceparent)?.[1] ?? '';
}
