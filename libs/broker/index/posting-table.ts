import { FeatureRows } from './feature-rows.ts';

/**
 * Weights by feature and tool, in typed arrays: for each feature (a 32-bit hash) the tools that have it, with a weight.
 * Immutable.
 */
export class PostingTable {
  private constructor(
    private readonly rows: FeatureRows,
    /** Start of each row's entries, followed by the end of the last row. */
    private readonly starts: Uint32Array,
    private readonly tools: Uint32Array,
    private readonly weights: Float32Array,
  ) {}

  /** Builds the table; duplicate entries of a feature and tool are added. */
  static build(
    features: readonly number[],
    tools: readonly number[],
    weights: readonly number[],
  ): PostingTable {
    const rows = new FeatureRows();
    const rowOf = Uint32Array.from(features, (feature) => rows.add(feature));
    const starts = startsOf(rowOf, rows.size);
    const next = starts.slice();
    const [sortedTools, sortedWeights] = [new Uint32Array(rowOf.length), new Float32Array(rowOf.length)];
    for (let at = 0; at < rowOf.length; at += 1) {
      const place = next[rowOf[at]!]!++;
      sortedTools[place] = tools[at]!;
      sortedWeights[place] = weights[at]!;
    }
    return new PostingTable(rows, starts, sortedTools, sortedWeights);
  }

  /** Adds `factor` times the weight of each tool that has the feature. */
  addTo(scores: Float32Array, feature: number, factor: number): void {
    const row = this.rows.find(feature);
    if (row < 0) return;
    const { tools, weights } = this;
    const end = this.starts[row + 1]!;
    for (let at = this.starts[row]!; at < end; at += 1) scores[tools[at]!]! += factor * weights[at]!;
  }

  /**
   * As {@link addTo}, with the factor multiplied by `byCount` at the number of tools that have the feature.
   *
   * @returns that product; a feature without tools counts as having one.
   */
  addWeighted(scores: Float32Array, feature: number, factor: number, byCount: Float32Array): number {
    const row = this.rows.find(feature);
    if (row < 0) return factor * (byCount[1] ?? 0);
    const { tools, weights } = this;
    const [start, end] = [this.starts[row]!, this.starts[row + 1]!];
    const weighted = factor * byCount[end - start]!;
    for (let at = start; at < end; at += 1) scores[tools[at]!]! += weighted * weights[at]!;
    return weighted;
  }
}

/** Start of each row in entries sorted by row, followed by the end of the last row. */
export function startsOf(rowOf: Uint32Array, rows: number): Uint32Array {
  const starts = new Uint32Array(rows + 1);
  for (const row of rowOf) starts[row + 1]! += 1;
  for (let row = 0; row < rows; row += 1) starts[row + 1]! += starts[row]!;
  return starts;
}
