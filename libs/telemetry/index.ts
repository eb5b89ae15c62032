export { ATTRIBUTES, SPAN_KIND, type SpanKind } from './attributes.ts';
export { spanStatuses, StoredSpan, type SpanStatus } from './span.entity.ts';
export { contextFrom, currentTraceparent, markFailed, traceIdOf, withSpan, type SpanOptions } from './with-span.ts';
