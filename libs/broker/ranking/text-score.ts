import type { CatalogueIndex, TextFit } from '../index/catalogue-index.ts';
import { GRAM_SHARE, WHOLE_SHARE, WORD_SHARE } from './ranking-constants.ts';

export interface TextScores {
  /** Score of each tool, scaled so that the best is 1; all 0 if no tool shares anything with the message. */
  scores: Float32Array;
  /** Unscaled best scores: BM25F by words and concepts, and cosine of n-grams. */
  strength: { words: number; grams: number };
}

/**
 * Scores each tool's text for a message: word and n-gram scores are scaled to their best tool and added. A message of
 * several requests scores the best part plus half of the whole.
 */
export function textScores(index: CatalogueIndex, parts: readonly string[][]): TextScores {
  const [first, ...others] = parts;
  if (!first) return { scores: new Float32Array(index.size), strength: { words: 0, grams: 0 } };
  const whole = index.fit(first);
  const strength = strengthOf(whole);
  if (others.length === 0) return { scores: scaleToBest(shares(whole)), strength };
  const best = shares(whole);
  for (const part of others) {
    const fit = index.fit(part);
    const { words, grams } = strengthOf(fit);
    strength.words = Math.max(strength.words, words);
    strength.grams = Math.max(strength.grams, grams);
    addFit(whole, fit);
    const own = shares(fit);
    for (let tool = 0; tool < own.length; tool += 1) if (own[tool]! > best[tool]!) best[tool] = own[tool]!;
  }
  const all = shares(whole);
  for (let tool = 0; tool < best.length; tool += 1) best[tool]! += WHOLE_SHARE * all[tool]!;
  return { scores: scaleToBest(best), strength };
}

function strengthOf({ words, grams, gramSquares }: TextFit) {
  return { words: greatest(words), grams: greatest(grams) / (Math.sqrt(gramSquares) || 1) };
}

function shares({ words, grams }: TextFit): Float32Array {
  const wordFactor = WORD_SHARE / (greatest(words) || 1);
  const gramFactor = GRAM_SHARE / (greatest(grams) || 1);
  const scores = new Float32Array(words.length);
  for (let tool = 0; tool < scores.length; tool += 1)
    scores[tool] = wordFactor * words[tool]! + gramFactor * grams[tool]!;
  return scores;
}

function addFit(sum: TextFit, part: TextFit): void {
  for (let tool = 0; tool < sum.words.length; tool += 1) {
    sum.words[tool]! += part.words[tool]!;
    sum.grams[tool]! += part.grams[tool]!;
  }
}

/** Divides by the highest score; scores without a value above 0 are unchanged. */
export function scaleToBest(scores: Float32Array): Float32Array {
  const best = greatest(scores);
  if (best > 0) for (let at = 0; at < scores.length; at += 1) scores[at]! /= best;
  return scores;
}

/** The highest score, at least 0. */
export function greatest(scores: Float32Array): number {
  let most = 0;
  for (const score of scores) if (score > most) most = score;
  return most;
}
