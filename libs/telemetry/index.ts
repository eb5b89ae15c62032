export { ATTRIBUTES, SPAN_KIND, type SpanKind } from './attributes.ts';
export { LoggingModule } from './logs/logger.ts';

export { PROMETHEUS_CONTENT_TYPE, renderMetrics } from './metrics/metrics-registry.ts';
export {
  observeQueues,
  observeMcpServers,
  observeModelCircuits,
  observeToolBreakers,
  observeRollupLag,
  observeUnknownEffects,
  recordBrokerSelection,
  recordHttpRequest,
  recordModelCall,
  recordProgram,
  recordQueueWait,
  recordToolBreakerChange,
  recordToolCache,
  recordToolCall,
  recordTurn,
  recordWebhookAttempt,
  type BreakerState,
  type QueueObservation,
  type ToolCacheOutcome,
} from './metrics/metrics.ts';
export { redact } from './redaction/redact-value.ts';

export { spanOf, type SpanRow, type SpanStatus } from './trace-store/span-row.ts';
export { traceRow, traceWordQuery, type TraceRow } from './trace-store/trace-row.ts';
export {
  awaitTraceWrites,
  ensureTracePartition,
  insertTraces,
  PostgresTraceSink,
} from './trace-store/postgres-trace-sink.repository.ts';
export type { TraceSink } from './trace-store/trace-sink.ts';
export { SpanTextPolicies, spanTextPolicies, type SpanTextPolicy } from './redaction/span-text-policies.ts';

export { TelemetryModule } from './telemetry.module.ts';
export {
  criticalPath,
  SpanTree,
  totalsOf,
  turnRoots,
  type TimedSpan,
  type TraceTotals,
} from './traces/trace-totals.ts';
export { startTracing, type Tracing, type TracingOptions } from './tracing/tracing.ts';
export {
  contextFrom,
  currentRequest,
  currentTraceparent,
  exportPart,
  markFailed,
  newTraceparent,
  recordSpan,
  traceIdOf,
  tracer,
  withSpan,
  type RequestSpan,
  type SpanOptions,
} from './tracing/with-span.ts';
