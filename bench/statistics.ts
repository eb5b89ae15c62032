/** Share of the correct items among the first `most` of a ranking. */
export function recallAt(most: number, gold: readonly string[], ranked: readonly string[]): number {
  const [correct, first] = [new Set(gold), new Set(ranked.slice(0, most))];
  return [...correct].filter((name) => first.has(name)).length / correct.size;
}

/** The mean of shares, to four digits; undefined without shares. */
export function meanShare(shares: readonly number[]): number | undefined {
  if (shares.length === 0) return undefined;
  return round(shares.reduce((sum, share) => sum + share, 0) / shares.length, 4);
}

/** The middle of the values, or the mean of the two in the middle. */
export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  return ((sorted[(sorted.length - 1) >> 1] ?? 0) + (sorted[sorted.length >> 1] ?? 0)) / 2;
}

/** Percentiles by the nearest-rank method, as `{ p50, p99 … }`, to a tenth. */
export function summarize(values: number[], percentiles: number[]): Record<string, number> {
  const sorted = values.toSorted((a, b) => a - b);
  return Object.fromEntries(
    percentiles.map((percentile) => {
      const value = sorted[Math.max(0, Math.ceil((percentile / 100) * sorted.length) - 1)] ?? 0;
      return [`p${percentile}`, round(value)];
    }),
  );
}

/** To a number of digits after the point. */
export function round(value = 0, digits = 1): number {
  return Math.round(value * 10 ** digits) / 10 ** digits;
}

/** Figures by name, some of them in groups. */
export interface Figures {
  [name: string]: number | Figures;
}

/** Figures in the groups of `all`, each made of those with its name; a missing one counts as 0. */
export function combine(all: readonly Figures[], make: (values: number[]) => number): Figures {
  const combined: Figures = {};
  for (const name of all.flatMap((one) => Object.keys(one))) {
    const values = all.map((one) => one[name]);
    combined[name] = values.some((value) => typeof value === 'object')
      ? combine(
          values.map((value) => (value ?? {}) as Figures),
          make,
        )
      : make(values.map((value) => (value ?? 0) as number));
  }
  return combined;
}

/** Rows for `console.table`: one per figure that is not 0 everywhere, with a column for each name in `columns`. */
export function rowsOf(columns: Record<string, Figures>): Record<string, Record<string, number>> {
  const rows: Record<string, Record<string, number>> = {};
  const add = (column: string, group: string, figures: Figures) => {
    for (const [name, value] of Object.entries(figures)) {
      if (typeof value === 'object') add(column, `${group}${name}.`, value);
      else if (value !== 0) (rows[group + name] ??= {})[column] = value;
    }
  };
  for (const [column, figures] of Object.entries(columns)) add(column, '', figures);
  return rows;
}
