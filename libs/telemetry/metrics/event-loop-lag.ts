import { monitorEventLoopDelay } from 'node:perf_hooks';
import { METRICS } from './metric-names.ts';
import { registry } from './metrics-registry.ts';

const LAG_RESOLUTION_MS = 20;
const NANOSECONDS_PER_SECOND = 1e9;

/** Measures the delay of the event loop since the last scrape. @returns a function that stops the measurement. */
export function observeEventLoop(): () => void {
  const delay = monitorEventLoopDelay({ resolution: LAG_RESOLUTION_MS });
  delay.enable();
  const lateS = (nanoseconds: number) =>
    Math.max((nanoseconds || 0) / NANOSECONDS_PER_SECOND - LAG_RESOLUTION_MS / 1_000, 0);
  const stop = registry.gauge(METRICS.eventLoopLag, 'Delay of the event loop since the last scrape', () => {
    const observations = [
      { value: lateS(delay.percentile(50)), labels: { quantile: '0.5' } },
      { value: lateS(delay.percentile(99)), labels: { quantile: '0.99' } },
      { value: lateS(delay.max), labels: { quantile: '1' } },
    ];
    delay.reset();
    return observations;
  });
  return () => {
    stop();
    delay.disable();
  };
}
