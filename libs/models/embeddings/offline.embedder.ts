import { isStopWord, normalizedWords, stem } from '#text';
import { EMBEDDING_DIMENSIONS, type EmbeddingModel, type EmbeddingModels } from '../language-model.ts';

/** The version increases when a change alters the vectors of a text. */
export const OFFLINE_EMBEDDING_MODEL = 'offline-ngrams-2';

const NGRAM_LETTERS = [3, 4, 5] as const;
/**
 * Weight of all n-grams of a word relative to its stem. N-grams cover spellings and endings; the stem covers the
 * word.
 */
const NGRAM_WEIGHT = 0.7;

const STOP_WORD_IDF = 0.1;
const NUMBER_IDF = 1.5;
const MAX_IDF = 2;

/**
 * Hashed stems and character n-grams, weighted by inverse document frequency: any language, deterministic, without
 * network. It matches words and spellings, not meaning.
 *
 * The weight of a word does not come from a corpus, because then each stored text would change those of all others and
 * old vectors could no longer be compared. It is estimated from the word alone: stop words weigh a tenth, and the rest
 * by length, since frequent words are short in every language (Zipf's law of abbreviation). Repetitions count by
 * 1 + ln(n).
 */
export class OfflineEmbedder implements EmbeddingModel, EmbeddingModels {
  readonly model = OFFLINE_EMBEDDING_MODEL;
  readonly semantic = false;

  /** All orgs share this model, which is free. */
  of(_orgId: string): EmbeddingModel {
    return this;
  }

  embed(texts: string[]): Promise<number[][]> {
    return Promise.resolve(texts.map(embedOffline));
  }
}

/** Returns a vector with 768 numbers and length 1. */
export function embedOffline(text: string): number[] {
  const vector = Array.from({ length: EMBEDDING_DIMENSIONS }, () => 0);
  for (const [word, count] of counted(normalizedWords(text.replace(/['’ʼ]/g, '')))) {
    const weight = expectedIdf(word) * (1 + Math.log(count));
    add(vector, `w:${stem(word)}`, weight);
    const grams = ngramsOf(word);
    for (const gram of grams) add(vector, `g:${gram}`, (weight * NGRAM_WEIGHT) / Math.sqrt(grams.length));
  }
  return normalized(vector, text);
}

function expectedIdf(word: string): number {
  if (isStopWord(word)) return STOP_WORD_IDF;
  if (/\d/.test(word)) return NUMBER_IDF;
  return Math.min(MAX_IDF, 0.5 + word.length / 6);
}

function counted(words: string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1);
  return counts;
}

/** Returns the n-grams of a word with marked ends. */
function ngramsOf(word: string): string[] {
  const letters = Array.from(`<${word}>`);
  return NGRAM_LETTERS.flatMap((size) =>
    letters
      .slice(0, Math.max(0, letters.length - size + 1))
      .map((_, at) => letters.slice(at, at + size).join('')),
  );
}

/**
 * The upper bits of the hash select the index and the lowest bit the sign, so that collisions cancel out on average.
 */
function add(vector: number[], feature: string, weight: number): void {
  const hash = fnv1a(feature);
  const at = (hash >>> 1) % EMBEDDING_DIMENSIONS;
  vector[at] = (vector[at] ?? 0) + (hash & 1 ? weight : -weight);
}

/** 32-bit FNV-1a with the finalizer of MurmurHash3, without which similar features get adjacent indexes. */
function fnv1a(text: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
}

/** A text without words gets an index by its hash, since a zero vector has no direction. */
function normalized(vector: number[], text: string): number[] {
  const length = Math.hypot(...vector);
  if (length === 0) {
    vector[fnv1a(text) % EMBEDDING_DIMENSIONS] = 1;
    return vector;
  }
  return vector.map((value) => value / length);
}
