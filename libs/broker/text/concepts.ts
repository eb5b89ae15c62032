import { isStopWord, searchWords, stem } from '#text';
import { hashText } from '../index/hash.ts';
import { CONCEPT_LINES } from './concepts.table.ts';

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

function readTable(lines: string): Map<string, Concept[]> {
  const linesByStem = new Map<string, Set<number>>();
  for (const [at, line] of lines.trim().split('\n').entries()) {
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
