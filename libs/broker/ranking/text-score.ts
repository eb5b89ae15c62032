import type { CatalogueIndex, TextFit } from '../index/catalogue-index.ts';
import { GRAM_SHARE, WHOLE_SHARE, WORD_SHARE } from './ranking-constants.ts';

/**
 * How well each tool's text fits a message, the best one 1: words and n-grams scaled to their best tool and summed; of a
 * message of several requests the best part plus half the whole.
 */
export function textScores(index: CatalogueIndex, parts: readonly string[][]): Float32Array {
  const [first, ...others] = parts;
  if (!first) return new Float32Array(index.size);
  const whole = index.fit(first);
  if (others.length === 0) return scaleToBest(shares(whole));
  const best = shares(whole);
  for (const part of others) {
    const fit = index.fit(part);
    addFit(whole, fit);
    const own = shares(fit);
    for (let tool = 0; tool < own.length; tool += 1) if (own[tool]! > best[tool]!) best[tool] = own[tool]!;
  }
  const all = shares(whole);
  for (let tool = 0; tool < best.length; tool += 1) best[tool]! += WHOLE_SHARE * all[tool]!;
  return scaleToBest(best);
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

/** Divides by the greatest; what is nowhere above 0 stays as it is. */
export function scaleToBest(scores: Float32Array): Float32Array {
  const best = greatest(scores);
  if (best > 0) for (let at = 0; at < scores.length; at += 1) scores[at]! /= best;
  return scores;
}

/** The greatest of them, and 0 where none is above it. */
export function greatest(scores: Float32Array): number {
  let most = 0;
  for (const score of scores) if (score > most) most = score;
  return most;
}
