import { ZERO_BUCKET } from './sketch.ts';

/** The non-empty buckets of a histogram: each entry has a cell, a bucket and a count. */
export interface Buckets {
  keys: Float64Array | number[];
  buckets: Float64Array | number[];
  counts: Float64Array | number[];
}

/** {@link Buckets} with the target group of each entry. */
export interface GroupedBuckets {
  groups: Int32Array | number[];
  buckets: Float64Array | number[];
  counts: Float64Array | number[];
}

/** Entries of several groups, sorted by group and bucket. */
export interface MergedBuckets {
  groups: number[];
  buckets: number[];
  counts: number[];
}

/** Adds histograms per group. @returns the non-empty buckets. */
export function mergeBuckets(pieces: readonly GroupedBuckets[], groups: number): MergedBuckets {
  const [least, most] = extentOf(pieces);
  const width = most - least + 1;
  const starts = new Int32Array(groups + 1);
  for (const { groups: of } of pieces)
    for (const group of of) starts[group + 1] = (starts[group + 1] ?? 0) + 1;
  for (let group = 0; group < groups; group += 1)
    starts[group + 1] = (starts[group + 1] ?? 0) + (starts[group] ?? 0);
  // Sort by group first, so that one array of buckets can be reused for all groups.
  const next = starts.slice();
  const sorted = {
    buckets: new Int32Array(starts[groups] ?? 0),
    counts: new Float64Array(starts[groups] ?? 0),
  };
  for (const { groups: of, buckets, counts } of pieces)
    for (let entry = 0; entry < of.length; entry += 1) {
      const group = of[entry] ?? 0;
      const at = next[group] ?? 0;
      sorted.buckets[at] = placeOf(buckets[entry] ?? 0, least);
      sorted.counts[at] = counts[entry] ?? 0;
      next[group] = at + 1;
    }
  const row = new Float64Array(width + 1);
  const merged: MergedBuckets = { groups: [], buckets: [], counts: [] };
  for (let group = 0; group < groups; group += 1) {
    for (let at = starts[group] ?? 0; at < (starts[group + 1] ?? 0); at += 1) {
      const bucket = sorted.buckets[at] ?? 0;
      row[bucket] = (row[bucket] ?? 0) + (sorted.counts[at] ?? 0);
    }
    for (let bucket = 0; bucket <= width; bucket += 1) {
      const count = row[bucket] ?? 0;
      if (count === 0) continue;
      merged.groups.push(group);
      merged.buckets.push(bucket === 0 ? ZERO_BUCKET : bucket - 1 + least);
      merged.counts.push(count);
      row[bucket] = 0;
    }
  }
  return merged;
}

/** Index in a row: 0 for zero values, then the buckets from `least` on. */
const placeOf = (bucket: number, least: number) => (bucket === ZERO_BUCKET ? 0 : bucket - least + 1);

/** The lowest and the highest bucket of values above zero. */
function extentOf(pieces: readonly GroupedBuckets[]): [least: number, most: number] {
  let [least, most] = [0, -1];
  for (const { buckets } of pieces)
    for (const bucket of buckets) {
      if (bucket === ZERO_BUCKET) continue;
      if (most < least) [least, most] = [bucket, bucket];
      else if (bucket < least) least = bucket;
      else if (bucket > most) most = bucket;
    }
  return [least, most];
}
