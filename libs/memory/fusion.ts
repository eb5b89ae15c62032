import type { InsightCategory, RetrievedInsight } from '#pack-kit';

/** An insight that the query brought up, before ranking. */
export interface Candidate {
  id: string;
  text: string;
  category: InsightCategory;
  importance: number;
  /** Null when its vector is of another model than the query's. */
  similarity: number | null;
  /** By the words that it shares with the query; 0 without any. */
  lexical: number;
  /** Those words, rarest first. */
  shared: string[];
  /** Days since it was last said, with fractions. */
  age: number;
  /** The same in days of the calendar, for people. */
  ageDays: number;
}

/** Words and vector count the same where the vector knows meaning: each finds what the other misses. */
const MEANING_SHARE = 0.5;
/** A vector made of words and spellings helps with typing errors and endings; beside the search by words it says little else. */
const SPELLING_SHARE = 0.15;
/** What an insight gains whose category the question asks for ("any deadline?"): less than a rare shared word. */
const ASKED_CATEGORY_GAIN = 0.2;
/** An insight of importance 1 keeps this share of its score; one of importance 10 all of it. */
const LEAST_IMPORTANCE_FACTOR = 0.7;
/** A very old insight keeps this share of its score. */
const LEAST_AGE_FACTOR = 0.85;
const AGE_HALF_LIFE_DAYS = 180;

export interface FusionOptions {
  limit: number;
  /** True when the vectors know meaning. */
  semantic: boolean;
  asked?: readonly InsightCategory[];
}

/**
 * Ranks candidates: cosine and words, each scaled over the candidates (providers use very different parts of the range
 * of the cosine), added, with a gain for the categories that the question asks for, then weighted by importance and age.
 */
export function fuse<Row extends Candidate>(
  candidates: readonly Row[],
  { limit, semantic, asked = [] }: FusionOptions,
): (Row & RetrievedInsight)[] {
  const vectorShare = semantic ? MEANING_SHARE : SPELLING_SHARE;
  const similarities = candidates.flatMap((candidate) => candidate.similarity ?? []);
  const lowest = similarities.reduce((least, value) => Math.min(least, value), Infinity);
  const highest = similarities.reduce((most, value) => Math.max(most, value), -Infinity);
  const mostWords = candidates.reduce((most, candidate) => Math.max(most, candidate.lexical), 0);
  const scored = candidates.map((candidate) => {
    const vector = candidate.similarity === null ? 0 : scaled(candidate.similarity, lowest, highest);
    const lexical = mostWords === 0 ? 0 : candidate.lexical / mostWords;
    const gain = asked.includes(candidate.category) ? ASKED_CATEGORY_GAIN : 0;
    const relevance = vectorShare * vector + (1 - vectorShare) * lexical + gain;
    return {
      candidate,
      score: relevance * importanceFactor(candidate.importance) * ageFactor(candidate.age),
    };
  });
  scored.sort(
    (left, right) =>
      right.score - left.score ||
      right.candidate.importance - left.candidate.importance ||
      left.candidate.age - right.candidate.age ||
      (left.candidate.id < right.candidate.id ? -1 : 1),
  );
  return scored.slice(0, limit).map(({ candidate }) => asRetrieved(candidate, asked));
}

function scaled(value: number, lowest: number, highest: number): number {
  return highest === lowest ? 1 : (value - lowest) / (highest - lowest);
}

function importanceFactor(importance: number): number {
  return LEAST_IMPORTANCE_FACTOR + (1 - LEAST_IMPORTANCE_FACTOR) * ((importance - 1) / 9);
}

function ageFactor(days: number): number {
  return LEAST_AGE_FACTOR + (1 - LEAST_AGE_FACTOR) * 2 ** (-Math.max(0, days) / AGE_HALF_LIFE_DAYS);
}

function asRetrieved<Row extends Candidate>(
  candidate: Row,
  asked: readonly InsightCategory[],
): Row & RetrievedInsight {
  const similarity = Math.round((candidate.similarity ?? 0) * 10_000) / 10_000;
  return { ...candidate, similarity, why: whyPicked(candidate, similarity, asked) };
}

function whyPicked(candidate: Candidate, similarity: number, asked: readonly InsightCategory[]): string {
  return [
    wordsOf(candidate),
    ...(asked.includes(candidate.category) ? [`a ${candidate.category}, as asked`] : []),
    candidate.similarity === null
      ? 'its vector is of another embedding model'
      : `similarity ${similarity.toFixed(2)}`,
    `importance ${candidate.importance}`,
    `${candidate.ageDays} days old`,
  ].join('; ');
}

function wordsOf({ shared, lexical }: Candidate): string {
  if (shared.length > 0) return `shares ${shared.join(', ')}`;
  return lexical > 0 ? 'its surroundings share words' : 'shares no word';
}
