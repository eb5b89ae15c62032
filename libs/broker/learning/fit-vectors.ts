// No imports of other libs: this module runs in a worker thread, from source or built.
import { MIN_CENTROID, MIN_WEIGHT } from '../ranking/ranking-constants.ts';
import { trainClassifier, type SparseVector } from './classifier.ts';

/** Examples as vectors with class labels. */
export interface VectorSet {
  vectors: readonly SparseVector[];
  labels: Uint32Array;
  rows: number;
  classes: number;
}

/** Sparse weights: per feature row, the relevant classes with centroid value and classifier weight. */
export interface FittedWeights {
  /** Start of each row's entries, followed by the end of the last row. */
  starts: Uint32Array;
  entryTools: Uint16Array;
  centroid: Float32Array;
  weight: Float32Array;
}

/** Trains a centroid per class and a softmax classifier. Deterministic on every machine. */
export function fitVectors({ vectors, labels, rows, classes }: VectorSet): FittedWeights {
  const centroids = centroidsOf(vectors, labels, rows, classes);
  return sparse(centroids, trainClassifier(vectors, labels, rows, classes), rows, classes);
}

/** The mean direction of each class's examples: rows × classes, each class's column of length 1. */
function centroidsOf(
  vectors: readonly SparseVector[],
  labels: Uint32Array,
  rows: number,
  classes: number,
): Float32Array {
  const sums = new Float32Array(rows * classes);
  for (const [at, { rows: own, values }] of vectors.entries()) {
    for (let entry = 0; entry < own.length; entry += 1)
      sums[own[entry]! * classes + labels[at]!]! += values[entry]!;
  }
  const squares = new Float64Array(classes);
  for (let at = 0; at < sums.length; at += 1) squares[at % classes]! += sums[at]! * sums[at]!;
  for (let at = 0; at < sums.length; at += 1) sums[at]! /= Math.sqrt(squares[at % classes]!) || 1;
  return sums;
}

function sparse(
  centroids: Float32Array,
  classifier: Float32Array,
  rows: number,
  classes: number,
): FittedWeights {
  const matters = (at: number) => centroids[at]! >= MIN_CENTROID || Math.abs(classifier[at]!) >= MIN_WEIGHT;
  const starts = new Uint32Array(rows + 1);
  for (let at = 0; at < centroids.length; at += 1)
    if (matters(at)) starts[Math.floor(at / classes) + 1]! += 1;
  for (let row = 0; row < rows; row += 1) starts[row + 1]! += starts[row]!;
  const entries = starts[rows]!;
  const entryTools = new Uint16Array(entries);
  const [centroid, weight] = [new Float32Array(entries), new Float32Array(entries)];
  let entry = 0;
  for (let at = 0; at < centroids.length; at += 1) {
    if (!matters(at)) continue;
    entryTools[entry] = at % classes;
    centroid[entry] = centroids[at]!;
    weight[entry] = classifier[at]!;
    entry += 1;
  }
  return { starts, entryTools, centroid, weight };
}
