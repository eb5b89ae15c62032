import { hasPhrase } from '#text';

/**
 * The values whose name or synonym is in the message, in the order of the list. Includes negated values ("not an
 * apartment"), because the guard declines messages with a negation.
 */
export function findChoices(words: readonly string[], values: Record<string, readonly string[]>): string[] {
  return Object.entries(values)
    .filter(([value, synonyms]) => hasPhrase(words, [value, ...synonyms]))
    .map(([value]) => value);
}
