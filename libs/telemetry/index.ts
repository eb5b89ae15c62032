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
export { redactText } from './redaction/redact-text.ts';
export { redact } from './redaction/redact-value.ts';

export type { SpanStatus } from './span-store/span.entity.ts';
export type { SpanRow } from './span-store/span-row.ts';
export { awaitSpanWrites, PostgresSpanSink } from './span-store/postgres-span-sink.repository.ts';
export { endInterruptedSpans } from './span-store/span-process.repository.ts';
export type { SpanSink } from './span-store/span-sink.ts';
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
  currentTraceparent,
  markFailed,
  newTraceparent,
  recordSpan,
  traceIdOf,
  withSpan,
  type SpanOptions,
} from './tracing/with-span.ts';
