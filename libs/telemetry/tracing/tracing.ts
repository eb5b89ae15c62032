import { Logger } from '@nestjs/common';
import { context, propagation, trace } from '@opentelemetry/api';
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks';
import { W3CTraceContextPropagator } from '@opentelemetry/core';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import {
  detectResources,
  envDetector,
  resourceFromAttributes,
  serviceInstanceIdDetector,
} from '@opentelemetry/resources';
import {
  AlwaysOnSampler,
  BatchSpanProcessor,
  createAlwaysRecordSampler,
  ParentBasedSampler,
  TracerProvider,
  type SpanProcessor,
} from '@opentelemetry/sdk-trace';
import type { Clock } from '#config';
import { RedactingExporter } from './redacting.exporter.ts';
import type { TraceSink } from '../trace-store/trace-sink.ts';
import { TraceStoreProcessor } from '../trace-store/trace-store.processor.ts';
import type { SpanTextPolicyLookup } from '../redaction/span-text-policies.ts';
import { setPlatformAhead } from './with-span.ts';

/** Timeout of a collector's reply. A shutdown waits at most this long. */
const COLLECTOR_TIMEOUT_MS = 3_000;
/** A clock that differs by less counts as the system clock. */
const SAME_CLOCK_MS = 1_000;

export interface TracingOptions {
  /** `turnpike-api`, `turnpike-worker`, `turnpike-admin`. */
  serviceName: string;
  /** Storage of the traces; they are not stored if absent. */
  traceSink?: TraceSink;
  /** Base address of a collector, such as `http://collector:4318`, that also receives the spans. */
  otlpEndpoint?: string;
  /** The platform's clock, if it may be set (`CLOCK_AT`); the times of stored spans follow it. */
  clock?: Clock;
  /** The text policy of each org; texts are stored if absent. */
  textPolicyOf?: SpanTextPolicyLookup;
}

export interface Tracing {
  /** Resolves when all spans so far are written. */
  flush(): Promise<void>;
  /** Writes the remaining spans, then stops. Safe to call twice. */
  shutdown(): Promise<void>;
}

/**
 * Providers in the order of their start; spans go to the last one. There is more than one only when tests run several
 * apps.
 */
const running: TracerProvider[] = [];

/**
 * Starts tracing in this process: manual spans (`withSpan`), context across async calls, W3C `traceparent`. Every span is
 * recorded, even if a caller's `traceparent` is not sampled; only the export to the collector respects the sampling flag.
 */
export function startTracing(options: TracingOptions): Tracing {
  const aheadMs = aheadOf(options.clock);
  setPlatformAhead(aheadMs);
  const provider = new TracerProvider({
    // OTEL_SERVICE_NAME and OTEL_RESOURCE_ATTRIBUTES take precedence.
    resource: resourceFromAttributes({ 'service.name': options.serviceName }).merge(
      detectResources({ detectors: [serviceInstanceIdDetector, envDetector] }),
    ),
    sampler: createAlwaysRecordSampler(new ParentBasedSampler({ root: new AlwaysOnSampler() })),
    spanProcessors: processorsOf(options, aheadMs),
  });
  if (running.length === 0) {
    context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
    propagation.setGlobalPropagator(new W3CTraceContextPropagator());
  }
  running.push(provider);
  useLastProvider();
  return {
    flush: () => withoutCollector(provider.forceFlush()),
    shutdown: async () => {
      if (!running.includes(provider)) return;
      running.splice(running.indexOf(provider), 1);
      useLastProvider();
      await withoutCollector(provider.shutdown());
      if (running.length === 0) {
        context.disable();
        propagation.disable();
      }
    },
  };
}

/** The trace store never rejects. An unreachable collector must not prevent the process from ending. */
async function withoutCollector(work: Promise<void>): Promise<void> {
  try {
    await work;
  } catch (error) {
    new Logger('Tracing').warn({ message: 'The collector did not take the last spans', err: error });
  }
}

function useLastProvider(): void {
  trace.disable();
  const provider = running.at(-1);
  if (provider) trace.setGlobalTracerProvider(provider);
}

function processorsOf(options: TracingOptions, clockOffsetMs: () => number): SpanProcessor[] {
  const textPolicyOf: SpanTextPolicyLookup = options.textPolicyOf ?? (async () => 'store');
  // The trace store comes first: it copies the parent's org to children, which the collector also needs.
  const processors: SpanProcessor[] = [];
  if (options.traceSink) {
    processors.push(
      new TraceStoreProcessor({
        sink: options.traceSink,
        textPolicyOf,
        clockOffsetMs,
      }),
    );
  }
  if (options.otlpEndpoint) {
    const exporter = new OTLPTraceExporter({
      url: `${options.otlpEndpoint.replace(/\/+$/, '')}/v1/traces`,
      timeoutMillis: COLLECTOR_TIMEOUT_MS,
    });
    processors.push(
      new BatchSpanProcessor({
        exporter: new RedactingExporter(exporter, textPolicyOf),
        exportTimeoutMillis: COLLECTOR_TIMEOUT_MS,
      }),
    );
  }
  return processors;
}

/**
 * Returns the difference between the platform's clock and the system clock, which OpenTelemetry uses. It is added when
 * spans are stored. The value changes only when the clock is set: the two clocks differ in precision, and spans of a trace
 * must not shift.
 */
function aheadOf(clock: Clock | undefined): () => number {
  let known = 0;
  return () => {
    if (!clock) return 0;
    const offset = Math.round(clock.now().getTime() - (performance.timeOrigin + performance.now()));
    if (Math.abs(offset - known) >= SAME_CLOCK_MS) known = offset;
    return known;
  };
}
