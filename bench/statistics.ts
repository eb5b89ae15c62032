/** Share of the correct items among the first `most` of a ranking. */
export function recallAt(most: number, gold: readonly string[], ranked: readonly string[]): number {
  const [correct, first] = [new Set(gold), new Set(ranked.slice(0, most))];
  return [...correct].filter((name) => first.has(name)).length / correct.size;
}

/** The mean of shares, to four digits; undefined without shares. */
export function meanShare(shares: readonly number[]): number | undefined {
  if (shares.length === 0) return undefined;
  return Math.round((shares.reduce((sum, share) => sum + share, 0) / shares.length) * 10_000) / 10_000;
}

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
