import { isStopWord, searchWords, stem } from '#text';
import { hashText } from '../index/hash.ts';
import { CONCEPT_LINES } from './concepts.table.ts';

/** Keeps the hashes of subjects apart from those of words. */
const CONCEPT_SEED = 2;

/** A subject that a word is about: its feature, and how much of the word it takes. */
export interface Concept {
  feature: number;
  /** 1 / √n where the word belongs to n subjects, so that a word of many meanings counts as much as one of a single one. */
  share: number;
}

const none: readonly Concept[] = [];
const featuresByStem = readTable(CONCEPT_LINES);

/** The subjects that a stem is about, in English and Arabic alike. */
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
