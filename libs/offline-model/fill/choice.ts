import { hasPhrase } from '#text';

/**
 * The values of which a synonym, or the value itself, stands in the message; in the order in which they are listed. A
 * denied value ("not an apartment") is named as well: the guard declines a message with a denial.
 */
export function findChoices(words: readonly string[], values: Record<string, readonly string[]>): string[] {
  return Object.entries(values)
    .filter(([value, synonyms]) => hasPhrase(words, [value, ...synonyms]))
    .map(([value]) => value);
}
