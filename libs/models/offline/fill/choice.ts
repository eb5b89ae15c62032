import { findPhrase, phraseWords } from '#tools';

/** The values of which a synonym, or the value itself, stands in the message; in the order in which they are listed. */
export function findChoices(words: readonly string[], values: Record<string, readonly string[]>): string[] {
  return Object.entries(values)
    .filter(([value, synonyms]) => [value, ...synonyms].some((text) => findPhrase(words, phraseWords(text))))
    .map(([value]) => value);
}
