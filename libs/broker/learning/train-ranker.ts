import { searchWords } from '#tools';
import { FeatureRows } from '../index/feature-rows.ts';
import { toolFields, type ToolDocument } from '../index/tool-document.ts';
import {
  MAX_EXAMPLES,
  MAX_TRAINING_WEIGHTS,
  MIN_CENTROID,
  MIN_WEIGHT,
} from '../ranking/ranking-constants.ts';
import { LearnedRanker } from './learned-ranker.ts';
import {
  featuresIn,
  messageFeatures,
  vectorOf,
  type MessageFeatures,
  type SparseVector,
} from './message-features.ts';
import { trainClassifier } from './classifier.ts';

/** A message, and a tool that was then called with success. */
export interface Example {
  text: string;
  tool: string;
}

/** A row of features that only one example has teaches nothing of another one. */
const MIN_EXAMPLES_OF_FEATURE = 2;

/**
 * Learns from past messages which tools are called for what: a centroid per tool and a softmax classifier over the same
 * features. Each tool's own text is one more example of it, so that tools without usage are known to both. The same
 * examples, in their order, give the same ranker on every machine.
 *
 * @param documents the tools that it ranks; examples of others are left out.
 * @param examples oldest first; the newest {@link MAX_EXAMPLES} count.
 */
export function trainRanker(documents: readonly ToolDocument[], examples: readonly Example[]): LearnedRanker {
  const toolOf = new Map(documents.map(({ name }, at) => [name, at]));
  const used = examples.filter(({ tool }) => toolOf.has(tool)).slice(-MAX_EXAMPLES);
  const uses = new Uint32Array(documents.length);
  for (const { tool } of used) uses[toolOf.get(tool)!]! += 1;
  const features = [
    ...used.map(({ text }) => messageFeatures(searchWords(text))),
    ...documents.map((document) => messageFeatures(wordsOfDocument(document))),
  ];
  const labels = Uint32Array.from([...used.map(({ tool }) => toolOf.get(tool)!), ...documents.keys()]);
  const { keys, idf } = chooseFeatures(features, documents.length);
  const rows = FeatureRows.of(keys);
  const vectors = features.map((own) => vectorOf(own, (feature) => rows.find(feature), idf));
  const centroids = centroidsOf(vectors, labels, keys.length, documents.length);
  const classifier = trainClassifier(vectors, labels, keys.length, documents.length);
  return LearnedRanker.of({
    tools: documents.map(({ name }, at) => ({ name, uses: uses[at]! })),
    keys,
    idf,
    ...sparse(centroids, classifier, keys.length, documents.length),
  });
}

function wordsOfDocument({ words }: ToolDocument): string[] {
  return toolFields.filter((field) => field !== 'parameters').flatMap((field) => words[field]);
}

/** The features that more than one example has; the commonest where they are too many to be trained. */
function chooseFeatures(features: readonly MessageFeatures[], tools: number) {
  const holders = new Map<number, number>();
  for (const own of features)
    for (const feature of featuresIn(own)) holders.set(feature, (holders.get(feature) ?? 0) + 1);
  const most = Math.floor(MAX_TRAINING_WEIGHTS / Math.max(1, tools));
  const chosen = [...holders]
    .filter(([, count]) => count >= MIN_EXAMPLES_OF_FEATURE)
    .sort(([a, countOfA], [b, countOfB]) => countOfB - countOfA || a - b)
    .slice(0, most);
  return {
    keys: Uint32Array.from(chosen, ([feature]) => feature),
    idf: Float32Array.from(chosen, ([, count]) => Math.log(1 + features.length / count)),
  };
}

/** The mean direction of each tool's examples: rows × tools, each tool's column of length 1. */
function centroidsOf(
  vectors: readonly SparseVector[],
  labels: Uint32Array,
  rows: number,
  tools: number,
): Float32Array {
  const sums = new Float32Array(rows * tools);
  for (const [at, { rows: own, values }] of vectors.entries()) {
    for (let entry = 0; entry < own.length; entry += 1)
      sums[own[entry]! * tools + labels[at]!]! += values[entry]!;
  }
  const squares = new Float64Array(tools);
  for (let at = 0; at < sums.length; at += 1) squares[at % tools]! += sums[at]! * sums[at]!;
  for (let at = 0; at < sums.length; at += 1) sums[at]! /= Math.sqrt(squares[at % tools]!) || 1;
  return sums;
}

/** Rows of the entries that matter, tool by tool. */
function sparse(centroids: Float32Array, classifier: Float32Array, rows: number, tools: number) {
  const matters = (at: number) => centroids[at]! >= MIN_CENTROID || Math.abs(classifier[at]!) >= MIN_WEIGHT;
  const starts = new Uint32Array(rows + 1);
  for (let at = 0; at < centroids.length; at += 1) if (matters(at)) starts[Math.floor(at / tools) + 1]! += 1;
  for (let row = 0; row < rows; row += 1) starts[row + 1]! += starts[row]!;
  const entries = starts[rows]!;
  const [entryTools, centroid, weight] = [
    new Uint16Array(entries),
    new Float32Array(entries),
    new Float32Array(entries),
  ];
  let entry = 0;
  for (let at = 0; at < centroids.length; at += 1) {
    if (!matters(at)) continue;
    entryTools[entry] = at % tools;
    centroid[entry] = centroids[at]!;
    weight[entry] = classifier[at]!;
    entry += 1;
  }
  return { starts, entryTools, centroid, weight };
}
