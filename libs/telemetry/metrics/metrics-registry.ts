import type { Attributes, BatchObservableCallback } from '@opentelemetry/api';
import { PrometheusSerializer } from '@opentelemetry/exporter-prometheus';
import { emptyResource } from '@opentelemetry/resources';
import {
  AggregationTemporality,
  InstrumentType,
  MeterProvider,
  MetricReader,
} from '@opentelemetry/sdk-metrics';
import { DURATION_BUCKETS_S } from './metric-names.ts';

/** Reads when it is asked to: `/metrics` is a route of each app's own server. */
class PullReader extends MetricReader {
  constructor() {
    super({
      // An observed gauge that was not observed now is not shown: its last value would look like news.
      aggregationTemporalitySelector: (instrument) =>
        instrument === InstrumentType.OBSERVABLE_GAUGE
          ? AggregationTemporality.DELTA
          : AggregationTemporality.CUMULATIVE,
    });
  }
  protected override async onForceFlush(): Promise<void> {}
  protected override async onShutdown(): Promise<void> {}
}

const reader = new PullReader();
const meter = new MeterProvider({ resource: emptyResource(), readers: [reader] }).getMeter('turnpike');
const serializer = new PrometheusSerializer(undefined, false, undefined, true, true);

export const PROMETHEUS_CONTENT_TYPE = 'text/plain; version=0.0.4; charset=utf-8';

/** All metrics of this process in Prometheus' text format; asks the observed gauges for their values. */
export async function renderMetrics(): Promise<string> {
  const { resourceMetrics } = await reader.collect();
  return serializer.serialize(resourceMetrics);
}

/** One value of an observed gauge with its labels. */
export interface Observation {
  value: number;
  labels?: Attributes;
}

/** The instruments of this process. One registry per process, as with OpenTelemetry's own globals. */
export const registry = {
  counter: (name: string, description: string) => meter.createCounter(name, { description }),
  /** A counter that lives elsewhere; `read` is asked once per scrape. */
  observedCounter: (name: string, description: string, read: () => number): void => {
    meter.createObservableCounter(name, { description }).addCallback((result) => result.observe(read()));
  },
  duration: (name: string, description: string) =>
    meter.createHistogram(name, { description, advice: { explicitBucketBoundaries: DURATION_BUCKETS_S } }),
  /**
   * Gauges that one question answers, by name with their descriptions.
   *
   * @param observe is asked once per scrape; a failure leaves its gauges out of that one.
   * @returns takes the gauges back.
   */
  gauges: <Name extends string>(
    descriptions: Record<Name, string>,
    observe: () => Record<Name, Observation[]> | Promise<Record<Name, Observation[]>>,
  ): (() => void) => {
    const names = Object.keys(descriptions) as Name[];
    const gauges = names.map((name) => {
      return [name, meter.createObservableGauge(name, { description: descriptions[name] })] as const;
    });
    const observed = gauges.map(([, gauge]) => gauge);
    const callback: BatchObservableCallback = async (result) => {
      const observations = await observe();
      for (const [name, gauge] of gauges) {
        for (const { value, labels } of observations[name]) result.observe(gauge, value, labels);
      }
    };
    meter.addBatchObservableCallback(callback, observed);
    return () => meter.removeBatchObservableCallback(callback, observed);
  },
};
