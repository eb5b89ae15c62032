/** Percentiles by the nearest-rank method, as `{ p50, p99 … }`, to a tenth. */
export function summarize(values: number[], percentiles: number[]): Record<string, number> {
  const sorted = values.toSorted((a, b) => a - b);
  return Object.fromEntries(
    percentiles.map((percentile) => {
      const value = sorted[Math.max(0, Math.ceil((percentile / 100) * sorted.length) - 1)] ?? 0;
      return [`p${percentile}`, Math.round(value * 10) / 10];
    }),
  );
}
