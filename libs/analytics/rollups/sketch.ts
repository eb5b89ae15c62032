/**
 * Percentiles of sums: each duration falls into a bucket of logarithmic width, buckets of many rows are added up, and a
 * percentile is read from the sums. After Masson, Rim and Lee, "DDSketch: a fast and fully-mergeable quantile sketch
 * with relative-error guarantees", VLDB 2019: bucket i holds (γ^(i−1), γ^i] with γ = (1 + α) / (1 − α), and the value
 * 2γ^i / (γ + 1) is within α of everything in it.
 */
const RELATIVE_ERROR = 0.015;
const GAMMA = (1 + RELATIVE_ERROR) / (1 - RELATIVE_ERROR);

/** Values up to this limit count as zero: a microsecond if the unit is a millisecond. */
const LEAST_VALUE = 0.001;
export const ZERO_BUCKET = -32_768;

/** SQL for the bucket of a value; null for null. */
export function bucketOf(value: string): string {
  return `CASE WHEN ${value} IS NULL THEN NULL WHEN ${value} <= ${LEAST_VALUE} THEN ${ZERO_BUCKET}
               ELSE ceil(ln((${value})::float8) / ${Math.log(GAMMA)}) END::smallint`;
}

export function valueOf(bucket: number): number {
  return bucket === ZERO_BUCKET ? 0 : (GAMMA ** bucket * 2) / (GAMMA + 1);
}
