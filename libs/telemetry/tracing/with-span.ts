import { randomBytes } from 'node:crypto';
import {
  context,
  createContextKey,
  isSpanContextValid,
  SpanStatusCode,
  trace,
  TraceFlags,
  type Attributes,
  type Context,
  type HrTime,
  type Span,
} from '@opentelemetry/api';
import type { ReadableSpan } from '@opentelemetry/sdk-trace';
import { ATTRIBUTES, SPAN_KIND, type SpanKind } from '../attributes.ts';
import { toIsoMicroseconds } from '../trace-store/span-row.ts';
import { preciseNow } from './precise-time.ts';
import { SEMANTIC_CONVENTIONS } from './standard-span.ts';

export const tracer = () =>
  trace.getTracerProvider().getTracer('turnpike', undefined, { schemaUrl: SEMANTIC_CONVENTIONS });

export interface SpanOptions {
  kind: SpanKind;
  attributes?: Attributes;
  /** The parent context; the active context if absent. */
  parent?: Context;
}

/**
 * Runs `work` inside a span with that name. The span ends with `work`, with status error if it throws.
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

/** Returns the difference between the platform's clock and the system clock in milliseconds. Tracing sets it at start. */
let platformAheadMs: () => number = () => 0;

export function setPlatformAhead(aheadMs: () => number): void {
  platformAheadMs = aheadMs;
}

const BESIDE = createContextKey('turnpike.beside');

/** The span in whose run a new span with this context is stored, if it is not that of its parent. */
export function runBeside(parent: Context): Span | undefined {
  return parent.getValue(BESIDE) as Span | undefined;
}

/**
 * Records a span that ended before it could be traced, such as the wait in a queue. Both times are platform times.
 *
 * @param options.beside the span in whose run it is stored, although it is no child of it.
 */
export function recordSpan(
  name: string,
  { beside, ...options }: SpanOptions & { beside?: Span },
  startTime: Date,
  endTime: Date,
): void {
  const attributes = { ...options.attributes, [SPAN_KIND]: options.kind };
  // Spans use the system time until they are stored.
  const aheadMs = platformAheadMs();
  const ofMachine = (time: Date) => new Date(time.getTime() - aheadMs);
  const parent = options.parent ?? context.active();
  tracer()
    .startSpan(
      name,
      { startTime: ofMachine(startTime), attributes },
      beside ? parent.setValue(BESIDE, beside) : parent,
    )
    .end(ofMachine(endTime));
}

const EXPORTED_ONLY = createContextKey('turnpike.exported_only');

/** True if the trace store leaves out a new span with this context. */
export function isExportedOnly(parent: Context): boolean {
  return parent.getValue(EXPORTED_ONLY) === true;
}

/**
 * Records a part of `parent` that has just ended, for collectors only: what the stored trace says of it is on `parent`.
 *
 * @param error the class of the error and its message, for a part that failed.
 */
export function exportPart(
  name: string,
  {
    parent,
    durationMs,
    kind,
    attributes,
  }: Omit<SpanOptions, 'parent'> & { parent: Span; durationMs: number },
  error?: { type: string; message: string },
): void {
  const ended = preciseNow();
  const within = trace.setSpan(context.active(), parent).setValue(EXPORTED_ONLY, true);
  const span = tracer().startSpan(
    name,
    { startTime: msOf(ended) - durationMs, attributes: { ...attributes, [SPAN_KIND]: kind } },
    within,
  );
  if (error) {
    span.setStatus({ code: SpanStatusCode.ERROR, message: error.message });
    span.setAttribute(ATTRIBUTES.errorType, error.type);
  }
  span.end(ended);
}

/** Marks a span as failed without ending it. @returns the span. */
export function markFailed(span: Span, error: unknown): Span {
  const message = error instanceof Error ? error.message : String(error);
  span.setStatus({ code: SpanStatusCode.ERROR, message });
  return span.setAttribute(ATTRIBUTES.errorType, error instanceof Error ? error.name : 'Error');
}

/** The fields of a request's span, stored with a row so that another process can write the span into the trace. */
export interface RequestSpan {
  spanId: string;
  parentSpanId: string | null;
  name: string;
  /** ISO 8601 in UTC with microseconds. */
  startedAt: string;
  /** Time until the row was written that the other process reads. */
  latencyMs: number;
}

/** Returns the request that is being answered; null outside of a request. */
export function currentRequest(): RequestSpan | null {
  const span = trace.getActiveSpan() as Partial<ReadableSpan> | undefined;
  if (span?.attributes?.[SPAN_KIND] !== 'http' || !span.startTime) return null;
  return {
    spanId: span.spanContext?.().spanId ?? '',
    parentSpanId: span.parentSpanContext?.spanId ?? null,
    name: span.name ?? '',
    startedAt: toIsoMicroseconds(span.startTime, platformAheadMs()),
    latencyMs: Math.max(0, msOf(preciseNow()) - msOf(span.startTime)),
  };
}

function msOf([seconds, nanoseconds]: HrTime): number {
  return seconds * 1_000 + nanoseconds / 1e6;
}

const TRACEPARENT = /^00-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})$/;

/** Returns the W3C `traceparent` of the active span, to store with a row from which another process continues the trace. */
export function currentTraceparent(): string | undefined {
  const spanContext = trace.getActiveSpan()?.spanContext();
  if (!spanContext) return undefined;
  return `00-${spanContext.traceId}-${spanContext.spanId}-0${spanContext.traceFlags & TraceFlags.SAMPLED}`;
}

/** Returns a new `traceparent` for a row that is created outside of any span. */
export function newTraceparent(): string {
  return `00-${randomBytes(16).toString('hex')}-${randomBytes(8).toString('hex')}-01`;
}

/** Returns the context that continues a stored `traceparent`; the root context if it is missing or malformed. */
export function contextFrom(traceparent: string | null | undefined): Context {
  const [, traceId = '', spanId = ''] = TRACEPARENT.exec(traceparent ?? '') ?? [];
  const spanContext = { traceId, spanId, traceFlags: TraceFlags.SAMPLED, isRemote: true };
  const base = context.active();
  // All zeros are well-formed but not valid ids.
  if (!isSpanContextValid(spanContext)) return trace.deleteSpan(base);
  return trace.setSpanContext(base, spanContext);
}

/** Returns the 32 hexadecimal digits of the trace id in a `traceparent`. */
export function traceIdOf(traceparent: string): string {
  return TRACEPARENT.exec(traceparent)?.[1] ?? '';
}
