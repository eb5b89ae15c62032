import type { InsightCategory, RetrievedInsight } from '#tools';

/** An insight that the query brought up, before ranking. */
export interface Candidate {
  id: string;
  text: string;
  category: InsightCategory;
  importance: number;
  /** Null when its vector is of another model than the query's. */
  similarity: number | null;
  /** Sum of the rarities of the query's words that it has; 0 without any. */
  lexical: number;
  /** Those words, rarest first. */
  terms: string[];
  updatedAt: Date;
}

/** Words and vector count the same: each finds what the other misses. */
const VECTOR_SHARE = 0.5;
/** What an insight gains whose category the question asks for ("any deadline?"): less than a rare shared word. */
const ASKED_CATEGORY_GAIN = 0.2;
/** An insight of importance 1 keeps this share of its score; one of importance 10 all of it. */
const LEAST_IMPORTANCE_FACTOR = 0.7;
/** A very old insight keeps this share of its score. */
const LEAST_AGE_FACTOR = 0.85;
const AGE_HALF_LIFE_DAYS = 180;
const DAY_MS = 86_400_000;

/**
 * Ranks candidates: cosine and words, each scaled over the candidates (providers use very different parts of the range
 * of the cosine), added, with a gain for the categories that the question asks for, then weighted by importance and age.
 */
export function fuse(
  candidates: Candidate[],
  { now, limit, asked = [] }: { now: Date; limit: number; asked?: readonly InsightCategory[] },
): RetrievedInsight[] {
  const similarities = candidates.flatMap((candidate) => candidate.similarity ?? []);
  const [lowest, highest] = [Math.min(...similarities), Math.max(...similarities)];
  const mostWords = Math.max(0, ...candidates.map((candidate) => candidate.lexical));
  const scored = candidates.map((candidate) => {
    const vector = candidate.similarity === null ? 0 : scaled(candidate.similarity, lowest, highest);
    const lexical = mostWords === 0 ? 0 : candidate.lexical / mostWords;
    const gain = asked.includes(candidate.category) ? ASKED_CATEGORY_GAIN : 0;
    const relevance = VECTOR_SHARE * vector + (1 - VECTOR_SHARE) * lexical + gain;
    const ageDays = Math.max(0, Math.floor((now.getTime() - candidate.updatedAt.getTime()) / DAY_MS));
    return {
      candidate,
      ageDays,
      score: relevance * importanceFactor(candidate.importance) * ageFactor(ageDays),
    };
  });
  scored.sort(
    (left, right) =>
      right.score - left.score ||
      right.candidate.importance - left.candidate.importance ||
      left.ageDays - right.ageDays ||
      (left.candidate.id < right.candidate.id ? -1 : 1),
  );
  return scored.slice(0, limit).map(({ candidate, ageDays }) => asRetrieved(candidate, ageDays, asked));
}

function scaled(value: number, lowest: number, highest: number): number {
  return highest === lowest ? 1 : (value - lowest) / (highest - lowest);
}

function importanceFactor(importance: number): number {
  return LEAST_IMPORTANCE_FACTOR + (1 - LEAST_IMPORTANCE_FACTOR) * ((importance - 1) / 9);
}

function ageFactor(ageDays: number): number {
  return LEAST_AGE_FACTOR + (1 - LEAST_AGE_FACTOR) * 2 ** (-ageDays / AGE_HALF_LIFE_DAYS);
}

function asRetrieved(
  candidate: Candidate,
  ageDays: number,
  asked: readonly InsightCategory[],
): RetrievedInsight {
  const { id, text, category, importance } = candidate;
  const similarity = Math.round((candidate.similarity ?? 0) * 10_000) / 10_000;
  return {
    id,
    text,
    category,
    importance,
    similarity,
    ageDays,
    why: whyPicked(candidate, similarity, ageDays, asked),
  };
}

function whyPicked(
  candidate: Candidate,
  similarity: number,
  ageDays: number,
  asked: readonly InsightCategory[],
): string {
  const words = candidate.terms.length > 0 ? `shares ${candidate.terms.join(', ')}` : 'shares no word';
  const vector =
    candidate.similarity === null
      ? 'its vector is of another embedding model'
      : `similarity ${similarity.toFixed(2)}`;
  const category = asked.includes(candidate.category) ? [`a ${candidate.category}, as asked`] : [];
  return [words, ...category, vector, `importance ${candidate.importance}`, `${ageDays} days old`].join('; ');
}
