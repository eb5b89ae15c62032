import type { InsightCategory, RetrievedInsight } from '#pack-kit';

/** An insight found by the query, before ranking. */
export interface Candidate {
  id: string;
  text: string;
  category: InsightCategory;
  importance: number;
  /** Cosine to the query. Null if the vectors are of different models. */
  similarity: number | null;
  /** Score of the words shared with the query; 0 without any. */
  lexical: number;
  /** The shared words, rarest first. */
  shared: string[];
  /** Days since it was last said, with fractions. */
  age: number;
  /** The age in calendar days, for display. */
  ageDays: number;
}

/** Share of the vector if it represents meaning. Words have the same share, because each finds matches that the other misses. */
const MEANING_SHARE = 0.5;
/** Share of a vector made of words and spellings. It helps with typos and endings and otherwise adds little to the search by words. */
const SPELLING_SHARE = 0.15;
/** Bonus if the question requests the category of the insight ("any deadline?"). Less than a rare shared word. */
const REQUESTED_CATEGORY_GAIN = 0.2;
/** Share of the score that an insight of importance 1 keeps. At importance 10 it keeps all of it. */
const LEAST_IMPORTANCE_FACTOR = 0.7;
/** Share of the score that a very old insight keeps. */
const LEAST_AGE_FACTOR = 0.85;
const AGE_HALF_LIFE_DAYS = 180;

export interface FusionOptions {
  limit: number;
  /** True if the vectors represent meaning. */
  semantic: boolean;
  requested?: readonly InsightCategory[];
}

/**
 * Ranks candidates. Adds cosine and word score, each scaled over the candidates (providers use very different ranges of
 * the cosine), and a bonus for requested categories. Weights the sum by importance and age.
 */
export function fuse<Row extends Candidate>(
  candidates: readonly Row[],
  { limit, semantic, requested = [] }: FusionOptions,
): (Row & RetrievedInsight)[] {
  const vectorShare = semantic ? MEANING_SHARE : SPELLING_SHARE;
  const similarities = candidates.flatMap((candidate) => candidate.similarity ?? []);
  const lowest = similarities.reduce((least, value) => Math.min(least, value), Infinity);
  const highest = similarities.reduce((most, value) => Math.max(most, value), -Infinity);
  const mostWords = candidates.reduce((most, candidate) => Math.max(most, candidate.lexical), 0);
  const scored = candidates.map((candidate) => {
    const vector = candidate.similarity === null ? 0 : scaled(candidate.similarity, lowest, highest);
    const lexical = mostWords === 0 ? 0 : candidate.lexical / mostWords;
    const gain = requested.includes(candidate.category) ? REQUESTED_CATEGORY_GAIN : 0;
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
  return scored.slice(0, limit).map(({ candidate }) => asRetrieved(candidate, requested));
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
  requested: readonly InsightCategory[],
): Row & RetrievedInsight {
  const similarity = Math.round((candidate.similarity ?? 0) * 10_000) / 10_000;
  return { ...candidate, similarity, why: whyPicked(candidate, similarity, requested) };
}

function whyPicked(candidate: Candidate, similarity: number, requested: readonly InsightCategory[]): string {
  return [
    wordsOf(candidate),
    ...(requested.includes(candidate.category) ? [`a ${candidate.category}, as requested`] : []),
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
