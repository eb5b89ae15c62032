export { ATTRIBUTES, SPAN_KIND, type SpanKind } from './attributes.ts';
export { LoggingModule } from './logger.ts';

export { PROMETHEUS_CONTENT_TYPE, renderMetrics } from './metrics-registry.ts';
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
} from './metrics.ts';
export { redactText } from './redact-text.ts';
export { redact } from './redaction.ts';

export type { SpanStatus } from './span.entity.ts';
export type { SpanRow } from './span-row.ts';
export { awaitSpanWrites, PostgresSpanSink } from './postgres-span-sink.repository.ts';
export { endInterruptedSpans } from './span-process.repository.ts';
export type { SpanSink } from './span-sink.ts';
export { SpanTextPolicies, spanTextPolicies, type SpanTextPolicy } from './span-texts.ts';

export { TelemetryModule } from './telemetry.module.ts';
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
