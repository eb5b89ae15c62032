import { renderMetrics } from '#telemetry';

/**
 * Returns a function that says by how much a series, such as `name{label="x"}`, has grown since this call. The metrics
 * of a process are shared by all suites that it runs.
 */
export async function metricIncreases(): Promise<(series: string) => Promise<number>> {
  const before = await valueBySeries();
  return async (series) => ((await valueBySeries()).get(series) ?? 0) - (before.get(series) ?? 0);
}

async function valueBySeries(): Promise<Map<string, number>> {
  const lines = (await renderMetrics()).split('\n').filter((line) => line && !line.startsWith('#'));
  return new Map(
    lines.map((line) => [line.slice(0, line.lastIndexOf(' ')), Number(line.slice(line.lastIndexOf(' ')))]),
  );
}
