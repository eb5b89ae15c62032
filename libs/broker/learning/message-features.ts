import { countWords } from '../index/catalogue-index.ts';
import { hashPair } from '../index/hash.ts';
import { FEATURE_BITS, FEATURE_LENGTHS } from '../ranking/ranking-constants.ts';
import type { SparseVector } from './classifier.ts';
import { wordFeatures } from '../text/word-features.ts';

const FEATURE_MASK = (1 << FEATURE_BITS) - 1;

export type FeatureKind = keyof typeof FEATURE_LENGTHS;
const kinds = Object.keys(FEATURE_LENGTHS) as FeatureKind[];

/** Features of one kind with their counts; a feature shared by several words may occur several times. */
interface CountedFeatures {
  features: number[];
  counts: number[];
}

export type MessageFeatures = Record<FeatureKind, CountedFeatures>;

/** Features of a message for the classifier: stems, concepts, pairs of adjacent stems and n-grams, hashed to 18 bits. */
export function messageFeatures(words: readonly string[]): MessageFeatures {
  const features = { words: none(), concepts: none(), bigrams: none(), grams: none() };
  for (const [word, count] of countWords(words)) {
    const { stem, stop, concepts, grams } = wordFeatures(word);
    const weight = 1 + Math.log(count);
    for (const gram of grams) add(features.grams, gram, weight);
    if (stop) continue;
    add(features.words, stem, weight);
    for (const { feature, share } of concepts) add(features.concepts, feature, weight * share);
  }
  for (let at = 1; at < words.length; at += 1) {
    const pair = hashPair(wordFeatures(words[at - 1]!).stem, wordFeatures(words[at]!).stem);
    add(features.bigrams, pair, 1);
  }
  return features;
}

/**
 * Vector of the features with a row, weighted by count × idf of the row. Each kind is scaled to a fixed length.
 *
 * @param rowOf returns the row of a feature, negative if there is none.
 */
export function vectorOf(
  features: MessageFeatures,
  rowOf: (feature: number) => number,
  idf: Float32Array,
): SparseVector {
  const [rows, values]: [number[], number[]] = [[], []];
  for (const kind of kinds) {
    const begin = rows.length;
    let squares = 0;
    const { features: own, counts } = features[kind];
    for (let at = 0; at < own.length; at += 1) {
      const row = rowOf(own[at]!);
      if (row < 0) continue;
      const value = counts[at]! * idf[row]!;
      rows.push(row);
      values.push(value);
      squares += value * value;
    }
    const factor = FEATURE_LENGTHS[kind] / (Math.sqrt(squares) || 1);
    for (let at = begin; at < values.length; at += 1) values[at]! *= factor;
  }
  return { rows: Uint32Array.from(rows), values: Float32Array.from(values) };
}

export function featuresIn(features: MessageFeatures): Set<number> {
  return new Set(kinds.flatMap((kind) => features[kind].features));
}

function none(): CountedFeatures {
  return { features: [], counts: [] };
}

function add({ features, counts }: CountedFeatures, feature: number, count: number): void {
  features.push((feature ^ (feature >>> FEATURE_BITS)) & FEATURE_MASK);
  counts.push(count);
}
