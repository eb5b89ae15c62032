export { ATTRIBUTES, SPAN_KIND, type SpanKind } from './attributes.ts';
export { httpLoggerOptions, loggerOptions, LoggingModule, spanFields } from './logger.ts';
export { DURATION_BUCKETS_S, METRICS } from './metric-names.ts';
export { PROMETHEUS_CONTENT_TYPE, renderMetrics } from './metrics-registry.ts';
export {
  observeEventLoop,
  observeQueues,
  observeToolBreakers,
  observeUnknownEffects,
  recordBrokerSelection,
  recordHttpRequest,
  recordModelCall,
  recordQueueWait,
  recordToolBreakerChange,
  recordToolCache,
  recordToolCall,
  recordTurn,
  type BreakerState,
  type QueueObservation,
  type ToolCacheOutcome,
} from './metrics.ts';
export { REDACTED, redactText } from './redact-text.ts';
export { redact } from './redaction.ts';
export { isSecretName, SECRET_NAME_ENDINGS } from './secret-names.ts';
export { spanStatuses, StoredSpan, type SpanStatus } from './span.entity.ts';
export type { SpanRow } from './span-row.ts';
export { MemorySpanSink, PostgresSpanSink, type SpanSink } from './span-sink.ts';
export { maskPersonalData, SpanTextPolicies, spanTextPolicies, type SpanTextPolicy } from './span-texts.ts';
export { MAX_TEXT_BYTES, storableText } from './storable-text.ts';
export { TelemetryModule, TRACING } from './telemetry.module.ts';
export { TraceReadModel, type TraceScope, type TraceSpan, type TraceTree } from './trace.read-model.ts';
export {
  criticalPath,
  SpanTree,
  totalsOf,
  turnRoots,
  type TimedSpan,
  type TraceTotals,
} from './trace-totals.ts';
export { startTracing, type Tracing, type TracingOptions } from './tracing.ts';
export {
  contextFrom,
  currentTraceparent,
  markFailed,
  newTraceparent,
  recordSpan,
  traceIdOf,
  withSpan,
  type SpanOptions,
} from './with-span.ts';
