import { FIELDS, fieldOf, termEntry, termOf, type SearchTerms } from './search-terms.ts';
import { searchWordsOf, type SearchWord } from './search-words.ts';

/** Weight of a term by its field. Measured on dialogue memory, see `docs/memory.md`. */
const FIELD_WEIGHTS: Record<number, number> = {
  [FIELDS.own]: 1,
  [FIELDS.gram]: 1,
  [FIELDS.answered]: 0.5,
  [FIELDS.near]: 0.3,
  [FIELDS.far]: 0.15,
  [FIELDS.saidAt]: 0.4,
  [FIELDS.speaker]: 0.5,
};

/** BM25 parameters: saturation of repeated terms, and normalisation by text length. */
const K1 = 1.2;
const B = 0.3;
/** Total weight of the character n-grams of a word, relative to the word. */
const GRAMS_SHARE = 0.5;
/** Bonus for a text with all words of the question, as a share of its score. Proportional to the share of words. */
const COVERAGE_GAIN = 0.5;
/** Factor for questions, which rarely answer a question. */
const QUESTION_FACTOR = 0.8;
/** Bonus for texts with a time if the question asks for one. */
const TIME_GAIN = 0.2;
const ASKS_TIME =
  /\b(?:when|how long|since when|what (?:date|day|month|year)|which (?:day|month|year))\b|متى|منذ متى|أي يوم|اي يوم|موعد/iu;

/** Relevance feedback: terms of the best texts are searched with low weight (Rocchio, 1971). */
const FEEDBACK_TEXTS = 5;
const FEEDBACK_TERMS = 10;
const FEEDBACK_WEIGHT = 0.2;

interface QueryTerm {
  term: number;
  weight: number;
  /** Index of its word in the question; -1 for a term from feedback. */
  word: number;
}

export interface WordScore {
  score: number;
  /** Words of the question that the text contains, completely or by most of their n-grams, rarest first. */
  shared: string[];
  /**
   * True if the text or its surroundings contain a word of the question or an n-gram of one. Feedback terms do not count. A
   * single n-gram is enough, because Arabic plurals may keep only one ("كلب", "كلاب").
   */
  related: boolean;
}

/**
 * Scores texts by the words of a question: BM25 over the text and, with less weight, over its surroundings (BM25F;
 * Robertson, Zaragoza and Taylor, 2004). The rarity of a word is its rarity in the given texts.
 */
export function scoreByWords(texts: readonly SearchTerms[], question: string): WordScore[] {
  const words = distinctWords(question);
  const terms = words.flatMap(({ term, grams }, word) => [
    { term: termOf(termEntry(term, FIELDS.own)), weight: 1, word },
    ...grams.map((gram) => ({
      term: termOf(termEntry(`gram ${gram}`, FIELDS.gram)),
      weight: GRAMS_SHARE / grams.length,
      word,
    })),
  ]);
  if (terms.length === 0 || texts.length === 0)
    return texts.map(() => ({ score: 0, shared: [], related: false }));
  const corpus = new Corpus(texts);
  const first = corpus.score(terms);
  const more = corpus.feedback(first.scores, terms);
  const further = more.length > 0 ? corpus.score(more).scores : undefined;
  const asksTime = ASKS_TIME.test(question);
  const whole = terms.reduce((sum, term, at) => sum + term.weight * (first.rarities[at] ?? 0), 0);
  return texts.map((text, at) => {
    const found = first.matches[at];
    let score = (first.scores[at] ?? 0) + (further?.[at] ?? 0);
    if (found && whole > 0) score *= 1 + (COVERAGE_GAIN * found.weight) / whole;
    if (text.isQuestion) score *= QUESTION_FACTOR;
    if (asksTime && text.hasTime) score *= 1 + TIME_GAIN;
    const own = (found?.own ?? []).toSorted((a, b) => (first.rarities[b] ?? 0) - (first.rarities[a] ?? 0));
    const shared = sharedWords(own, terms, words);
    return { score, shared, related: found !== undefined };
  });
}

/** Minimum share of a word's n-grams for the text to contain the word. */
const LEAST_PIECES = 0.5;

function sharedWords(
  own: readonly number[],
  terms: readonly QueryTerm[],
  words: readonly SearchWord[],
): string[] {
  const pieces = Map.groupBy(
    own.map((term) => terms[term]!),
    ({ word }) => word,
  );
  return [...pieces].flatMap(([word, found]) => {
    const { word: written, grams } = words[word] ?? { grams: [] };
    const whole = found.some(({ weight }) => weight === 1);
    const isShared = whole || found.length >= LEAST_PIECES * grams.length;
    return isShared && written !== undefined ? [written] : [];
  });
}

function distinctWords(question: string) {
  const words = new Map(searchWordsOf(question).map((word) => [word.term, word]));
  return [...words.values()];
}

interface Scored {
  scores: Float64Array;
  /** By term of the query. */
  rarities: number[];
  /** By text: the weight of all terms that it has, and those that stand in the text itself; undefined without any. */
  matches: ({ weight: number; own: number[] } | undefined)[];
}

/** Bits of a term by which most entries are passed over without a look-up. */
const SIEVE_MASK = 0x1fff;

class Corpus {
  private readonly lengths: Float64Array;
  private readonly meanLength: number;

  constructor(private readonly texts: readonly SearchTerms[]) {
    this.lengths = Float64Array.from(texts, ({ entries }) => ownLength(entries));
    this.meanLength = Math.max(1, this.lengths.reduce((sum, length) => sum + length, 0) / texts.length);
  }

  score(terms: readonly QueryTerm[]): Scored {
    const { frequencies, owned } = this.count(terms);
    const rarities = terms.map((_, term) => this.rarity(term, terms.length, frequencies, owned));
    const scores = new Float64Array(this.texts.length);
    const matches = this.texts.map((_, at) => {
      const norm = K1 * (1 - B + (B * (this.lengths[at] ?? 0)) / this.meanLength);
      let weight = 0;
      const own: number[] = [];
      for (let term = 0; term < terms.length; term += 1) {
        const frequency = frequencies[at * terms.length + term]!;
        if (frequency === 0) continue;
        const worth = terms[term]!.weight * rarities[term]!;
        weight += worth;
        scores[at]! += (worth * frequency * (K1 + 1)) / (frequency + norm);
        if (owned[at * terms.length + term]) own.push(term);
      }
      return weight > 0 ? { weight, own } : undefined;
    });
    return { scores, rarities, matches };
  }

  /** Counts by text and term: the frequency weighted by field, and whether the text itself contains the term. */
  private count(terms: readonly QueryTerm[]): { frequencies: Float32Array; owned: Uint8Array } {
    const place = new Map(terms.map(({ term }, at) => [term, at]));
    const sieve = new Uint8Array(SIEVE_MASK + 1);
    for (const { term } of terms) sieve[term & SIEVE_MASK] = 1;
    const frequencies = new Float32Array(this.texts.length * terms.length);
    const owned = new Uint8Array(this.texts.length * terms.length);
    for (let at = 0; at < this.texts.length; at += 1) {
      const { entries } = this.texts[at]!;
      for (let index = 0; index < entries.length; index += 1) {
        const hash = termOf(entries[index]!);
        if (sieve[hash & SIEVE_MASK] === 0) continue;
        const term = place.get(hash);
        if (term === undefined) continue;
        const field = fieldOf(entries[index]!);
        frequencies[at * terms.length + term]! += FIELD_WEIGHTS[field] ?? 0;
        if (field === FIELDS.own || field === FIELDS.gram) owned[at * terms.length + term] = 1;
      }
    }
    return { frequencies, owned };
  }

  /** The most distinctive terms of the best texts that the question does not contain. */
  feedback(scores: Float64Array, terms: readonly QueryTerm[]): QueryTerm[] {
    const best = bestOf(scores, FEEDBACK_TEXTS);
    const top = scores[best[0] ?? 0] ?? 0;
    if (top === 0) return [];
    const known = new Set(terms.map(({ term }) => term));
    const weights = new Map<number, number>();
    for (const at of best)
      for (const term of new Set(ownTerms(this.texts[at]!.entries)))
        if (!known.has(term)) weights.set(term, (weights.get(term) ?? 0) + scores[at]! / top);
    const candidates = [...weights.keys()].map((term) => ({ term, weight: 1, word: -1 }));
    const { frequencies, owned } = this.count(candidates);
    const selected = candidates
      .map(({ term }, at) => ({
        term,
        weight: (weights.get(term) ?? 0) * this.rarity(at, candidates.length, frequencies, owned),
        word: -1,
      }))
      .sort((a, b) => b.weight - a.weight || a.term - b.term)
      .slice(0, FEEDBACK_TERMS);
    const most = selected[0]?.weight ?? 0;
    return most === 0
      ? []
      : selected.map((term) => ({ ...term, weight: (FEEDBACK_WEIGHT * term.weight) / most }));
  }

  /**
   * Inverse document frequency in the texts themselves. A term that occurs only in surroundings has the highest rarity,
   * or 0 if it occurs in all of them, such as the speaker or day of a whole dialogue, because it then selects nothing.
   */
  private rarity(term: number, terms: number, frequencies: Float32Array, owned: Uint8Array): number {
    let [own, anywhere] = [0, 0];
    for (let at = term; at < owned.length; at += terms) {
      own += owned[at]!;
      if (frequencies[at]! > 0) anywhere += 1;
    }
    if (anywhere === 0 || (own === 0 && anywhere === this.texts.length && anywhere > 1)) return 0;
    const known = Math.max(0.5, own);
    return Math.log(1 + (this.texts.length - known + 0.5) / (known + 0.5));
  }
}

function bestOf(scores: Float64Array, most: number): number[] {
  return [...scores.keys()]
    .filter((at) => scores[at]! > 0)
    .sort((a, b) => scores[b]! - scores[a]! || a - b)
    .slice(0, most);
}

function ownLength(entries: Uint32Array): number {
  let length = 0;
  for (let at = 0; at < entries.length; at += 1) if (fieldOf(entries[at]!) === FIELDS.own) length += 1;
  return length;
}

function ownTerms(entries: Uint32Array): number[] {
  const terms: number[] = [];
  for (const entry of entries) if (fieldOf(entry) === FIELDS.own) terms.push(termOf(entry));
  return terms;
}
