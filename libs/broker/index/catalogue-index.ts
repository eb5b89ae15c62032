import { BM25_B, BM25_K1, CONCEPT_WEIGHT, FIELD_WEIGHTS } from '../ranking/ranking-constants.ts';
import { wordFeatures } from '../text/word-features.ts';
import { PostingTable } from './posting-table.ts';
import { sameWords, toolFields, type ToolDocument, type ToolField } from './tool-document.ts';

export interface TextFit {
  /** BM25F by words and concepts; 0 if none is shared. */
  words: Float32Array;
  /** Cosine of the TF-IDF n-grams, times the length of the query's vector; 0 if none is shared. */
  grams: Float32Array;
  /** Squared length of the query's n-gram vector, without stop words. */
  gramSquares: number;
}

/** Search index over the texts of a set of tools. Immutable: a changed tool requires a new index. */
export class CatalogueIndex {
  private constructor(
    readonly documents: readonly ToolDocument[],
    private readonly wordTable: PostingTable,
    private readonly gramTable: PostingTable,
    private readonly gramIdf: Float32Array,
    private readonly places: ReadonlyMap<string, number>,
    private readonly examples: ReadonlyMap<string, readonly number[]>,
  ) {}

  static build(documents: readonly ToolDocument[]): CatalogueIndex {
    const words = wordEntries(documents);
    const { entries, idf } = gramEntries(documents);
    const places = new Map(documents.map(({ name }, at) => [name, at]));
    return new CatalogueIndex(
      documents,
      words.table(),
      entries.table(),
      idf,
      places,
      placesByExample(documents),
    );
  }

  get size(): number {
    return this.documents.length;
  }

  /** The tool's position in `documents` and in all score arrays. */
  placeOf(name: string): number | undefined {
    return this.places.get(name);
  }

  /** Positions of the tools with exactly these words as an example. */
  toolsWithExample(words: readonly string[]): readonly number[] {
    return this.examples.get(sameWords(words)) ?? [];
  }

  /** Adds the scores of the words for each tool to `into`. A word that occurs n times counts 1 + ln n. */
  fit(words: readonly string[], into: TextFit = this.emptyFit()): TextFit {
    for (const [word, count] of countWords(words)) {
      const { stem, stop, concepts, grams } = wordFeatures(word);
      const weight = 1 + Math.log(count);
      for (const gram of grams) {
        const weighted = this.gramTable.addWeighted(into.grams, gram, weight, this.gramIdf);
        if (!stop) into.gramSquares += weighted * weighted;
      }
      if (stop) continue;
      this.wordTable.addTo(into.words, stem, weight);
      for (const { feature, share } of concepts) this.wordTable.addTo(into.words, feature, weight * share);
    }
    return into;
  }

  emptyFit(): TextFit {
    return { words: new Float32Array(this.size), grams: new Float32Array(this.size), gramSquares: 0 };
  }
}

function placesByExample(documents: readonly ToolDocument[]): Map<string, number[]> {
  const places = new Map<string, number[]>();
  for (const [place, { examples }] of documents.entries()) {
    for (const example of new Set(examples)) {
      if (example === '') continue;
      places.set(example, [...(places.get(example) ?? []), place]);
    }
  }
  return places;
}

export function countWords(words: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1);
  return counts;
}

/** Collects the entries of a posting table. */
class Entries {
  private readonly features: number[] = [];
  private readonly tools: number[] = [];
  private readonly weights: number[] = [];

  add(feature: number, tool: number, weight: number): void {
    this.features.push(feature);
    this.tools.push(tool);
    this.weights.push(weight);
  }

  table(): PostingTable {
    const { features, tools, weights } = this;
    return PostingTable.build(features, tools, weights);
  }
}

/**
 * BM25F: Σ over fields of weight × tf / (1 − b + b × length / average length), saturated once per word, times
 * ln(1 + (N − n + ½) / (n + ½)). Concepts count as words with a separate weight.
 *
 * Source: Robertson, Zaragoza, The Probabilistic Relevance Framework: BM25 and Beyond (2009), 3.6.
 */
function wordEntries(documents: readonly ToolDocument[]): Entries {
  const averages = averageLengths(documents);
  const frequencies = documents.map((document) => weighWords(document, averages));
  const entries = new Entries();
  for (const kind of ['stems', 'concepts'] as const) {
    const scale = kind === 'concepts' ? CONCEPT_WEIGHT : 1;
    const holders = countHolders(frequencies.map((own) => own[kind].keys()));
    for (const [tool, own] of frequencies.entries()) {
      for (const [feature, frequency] of own[kind]) {
        const count = holders.get(feature) ?? 0;
        const idf = Math.log(1 + (documents.length - count + 0.5) / (count + 0.5));
        entries.add(feature, tool, (scale * idf * frequency * (BM25_K1 + 1)) / (frequency + BM25_K1));
      }
    }
  }
  return entries;
}

function weighWords({ words }: ToolDocument, averages: Record<ToolField, number>) {
  const [stems, concepts] = [new Map<number, number>(), new Map<number, number>()];
  for (const field of toolFields) {
    const own = words[field];
    const weight = FIELD_WEIGHTS[field] / (1 - BM25_B + (BM25_B * own.length) / averages[field]);
    for (const word of own) {
      const features = wordFeatures(word);
      if (features.stop) continue;
      stems.set(features.stem, (stems.get(features.stem) ?? 0) + weight);
      for (const { feature, share } of features.concepts)
        concepts.set(feature, (concepts.get(feature) ?? 0) + weight * share);
    }
  }
  return { stems, concepts };
}

function averageLengths(documents: readonly ToolDocument[]): Record<ToolField, number> {
  const average = (field: ToolField) => {
    const lengths = documents.map(({ words }) => words[field].length).filter((length) => length > 0);
    return lengths.length === 0 ? 1 : lengths.reduce((sum, length) => sum + length, 0) / lengths.length;
  };
  return Object.fromEntries(toolFields.map((field) => [field, average(field)])) as Record<ToolField, number>;
}

/** TF-IDF with (1 + ln tf) × ln(1 + N / n), each tool's vector of length 1. */
function gramEntries(documents: readonly ToolDocument[]): { entries: Entries; idf: Float32Array } {
  const holders = countHolders(documents.map(({ grams }) => grams.keys()));
  const idf = Float32Array.from({ length: documents.length + 1 }, (_, count) =>
    count === 0 ? 0 : Math.log(1 + documents.length / count),
  );
  const entries = new Entries();
  for (const [tool, { grams }] of documents.entries()) {
    const weights = [...grams].map(
      ([gram, count]) => [gram, (1 + Math.log(count)) * (idf[holders.get(gram) ?? 0] ?? 0)] as const,
    );
    const length = Math.sqrt(weights.reduce((sum, [, weight]) => sum + weight * weight, 0)) || 1;
    for (const [gram, weight] of weights) entries.add(gram, tool, weight / length);
  }
  return { entries, idf };
}

function countHolders(features: readonly Iterable<number>[]): Map<number, number> {
  const holders = new Map<number, number>();
  for (const own of features)
    for (const feature of own) holders.set(feature, (holders.get(feature) ?? 0) + 1);
  return holders;
}
