import { context, trace } from '@opentelemetry/api';
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks';
import {
  AlwaysOnSampler,
  InMemorySpanExporter,
  SimpleSpanProcessor,
  TracerProvider,
  type ReadableSpan,
} from '@opentelemetry/sdk-trace';

/** The spans of this process from now on, until `stop`. */
export interface RecordedSpans {
  /** @returns the spans that have ended since the last call. */
  take(): Promise<ReadableSpan[]>;
  stop(): Promise<void>;
}

export function recordSpans(): RecordedSpans {
  const exporter = new InMemorySpanExporter();
  const provider = new TracerProvider({
    sampler: new AlwaysOnSampler(),
    spanProcessors: [new SimpleSpanProcessor({ exporter })],
  });
  context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
  trace.setGlobalTracerProvider(provider);
  return {
    take: async () => {
      await provider.forceFlush();
      const spans = [...exporter.getFinishedSpans()];
      exporter.reset();
      return spans;
    },
    stop: async () => {
      trace.disable();
      context.disable();
      await provider.shutdown();
    },
  };
}

/** @returns the spans that ended during `work`. */
export async function spansDuring(work: () => Promise<unknown>): Promise<ReadableSpan[]> {
  const recorded = recordSpans();
  try {
    await work();
    return await recorded.take();
  } finally {
    await recorded.stop();
  }
}
