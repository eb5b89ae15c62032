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

/** A metric reader that collects on request, because `/metrics` is a route of each app's own server. */
class PullReader extends MetricReader {
  constructor() {
    super({
      // An observed gauge without a current value is left out: its last value would look current.
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

/** Returns all metrics of this process in the Prometheus text format. It reads the observed gauges. */
export async function renderMetrics(): Promise<string> {
  const { resourceMetrics } = await reader.collect();
  return serializer.serialize(resourceMetrics);
}

export interface Observation {
  value: number;
  labels?: Attributes;
}

/** The instruments of this process. One registry per process, as with OpenTelemetry's own globals. */
export const registry = {
  counter: (name: string, description: string) => meter.createCounter(name, { description }),
  /** A counter whose value is kept elsewhere; `read` is called once per scrape. */
  observedCounter: (name: string, description: string, read: () => number): void => {
    meter.createObservableCounter(name, { description }).addCallback((result) => result.observe(read()));
  },
  duration: (name: string, description: string) =>
    meter.createHistogram(name, { description, advice: { explicitBucketBoundaries: DURATION_BUCKETS_S } }),
  /** As {@link registry.gauges}, for a single gauge. */
  gauge: (
    name: string,
    description: string,
    observe: () => Observation[] | Promise<Observation[]>,
  ): (() => void) => observeGauges({ [name]: description }, async () => ({ [name]: await observe() })),
  gauges: observeGauges,
};

/**
 * Registers gauges that one function observes, by name with their descriptions.
 *
 * @param observe is called once per scrape; after a failure its gauges are missing from that scrape.
 * @returns a function that removes the gauges.
 */
function observeGauges<Name extends string>(
  descriptions: Record<Name, string>,
  observe: () => Record<Name, Observation[]> | Promise<Record<Name, Observation[]>>,
): () => void {
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
}
