import { isStopWord, stem } from '#text';
import { hashText } from '../index/hash.ts';
import { GRAM_SIZES } from '../ranking/ranking-constants.ts';
import { conceptsOf, type Concept } from './concepts.ts';

const STEM_SEED = 1;
const GRAM_SEED = 3;
/** Words are cut here for n-grams: real words are shorter, but a message may be one word of 32,000 letters. */
const MAX_GRAM_LETTERS = 40;
/** Maximum size of the word cache; a full cache is cleared. */
const MAX_CACHED_WORDS = 20_000;
/** Numbers are not cached: they are unlimited and seldom repeated. */
const NUMBER = /^\p{N}+$/u;

/** Features of one normalised word, for the index, queries and the classifier. They depend only on the word. */
export interface WordFeatures {
  stem: number;
  /** True for a stop word such as "the": only its n-grams count. */
  stop: boolean;
  concepts: readonly Concept[];
  /** Hashes of the character n-grams of ` word `. */
  grams: Uint32Array;
}

const known = new Map<string, WordFeatures>();

/** The features of a normalised word, cached per process. */
export function wordFeatures(word: string): WordFeatures {
  const before = known.get(word);
  if (before) return before;
  const stop = isStopWord(word);
  const wordStem = stem(word);
  const features = {
    stem: hashText(wordStem, STEM_SEED),
    stop,
    concepts: stop ? [] : conceptsOf(wordStem),
    grams: gramsOf(word),
  };
  if (known.size >= MAX_CACHED_WORDS) known.clear();
  if (word.length <= MAX_GRAM_LETTERS && !NUMBER.test(word)) known.set(word, features);
  return features;
}

function gramsOf(word: string): Uint32Array {
  const text = ` ${word.slice(0, MAX_GRAM_LETTERS)} `;
  const grams: number[] = [];
  for (const size of GRAM_SIZES) {
    for (let at = 0; at + size <= text.length; at += 1) grams.push(hashText(text, GRAM_SEED, at, at + size));
  }
  return Uint32Array.from(grams);
}
