import { isStopWord, searchWords, stem } from '#text';
import { hashText } from '../index/hash.ts';
import table from './concepts.json' with { type: 'json' };

/**
 * English and Arabic (standard and spoken) words by concept, one concept per line: "Do I need an umbrella?" and
 * "جيب معي شمسية؟" are both about the weather. Written by hand from general knowledge, for topics that tools deal with; a
 * word may occur in several lines.
 */
export const CONCEPT_LINES: readonly string[] = table;

/** Hash seed of concepts, different from that of words. */
const CONCEPT_SEED = 2;

/** A concept of a word: its feature hash and its share of the word's weight. */
export interface Concept {
  feature: number;
  /** 1 / √n for a word with n concepts, so that an ambiguous word weighs as much as any other. */
  share: number;
}

const none: readonly Concept[] = [];
const featuresByStem = readTable(CONCEPT_LINES);

export function conceptsOf(wordStem: string): readonly Concept[] {
  return featuresByStem.get(wordStem) ?? none;
}

function readTable(lines: readonly string[]): Map<string, Concept[]> {
  const linesByStem = new Map<string, Set<number>>();
  for (const [at, line] of lines.entries()) {
    for (const word of searchWords(line)) {
      if (isStopWord(word)) continue;
      const wordStem = stem(word);
      linesByStem.set(wordStem, (linesByStem.get(wordStem) ?? new Set()).add(at));
    }
  }
  return new Map(
    [...linesByStem].map(([wordStem, own]) => [
      wordStem,
      [...own].map((at) => ({ feature: hashText(`concept ${at}`, CONCEPT_SEED), share: own.size ** -0.5 })),
    ]),
  );
}
