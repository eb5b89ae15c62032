import { normalizedWords } from './normalize-text.ts';
import { arabicForms } from './stems.ts';

/** Position of a phrase among words: `start` is inclusive, `end` exclusive. */
export interface PhrasePlace {
  start: number;
  end: number;
}

/**
 * Finds a phrase among normalised words: whole words, with simple English endings (-s, -es, -ing, -ed) and Arabic
 * prefixes on the words of the message. Undefined if not found.
 */
export function findPhrase(
  words: readonly string[],
  phrase: readonly string[],
  from = 0,
): PhrasePlace | undefined {
  if (phrase.length === 0) return undefined;
  for (let start = from; start + phrase.length <= words.length; start += 1) {
    if (phrase.every((part, offset) => isForm(words[start + offset] ?? '', part))) {
      return { start, end: start + phrase.length };
    }
  }
  return undefined;
}

/** Cache limit. Packs and built-in tables have a few thousand phrases at most. */
const MAX_KNOWN_PHRASES = 20_000;
const MAX_PHRASE_CHARACTERS = 80;
const known = new Map<string, readonly string[]>();

/** The normalised words of a phrase from a table, cached. */
export function phraseWords(phrase: string): readonly string[] {
  const words = known.get(phrase) ?? normalizedWords(phrase);
  if (phrase.length <= MAX_PHRASE_CHARACTERS && known.size < MAX_KNOWN_PHRASES) known.set(phrase, words);
  return words;
}

/** True if the normalised words contain one of the phrases, which need not be normalised. */
export function hasPhrase(words: readonly string[], phrases: readonly string[]): boolean {
  return phrases.some((phrase) => findPhrase(words, phraseWords(phrase)) !== undefined);
}

/** True if `word` is `base`, or `base` with a simple ending or an Arabic prefix. */
export function isForm(word: string, base: string): boolean {
  if (word === base) return true;
  if (/^[\u0600-\u06FF]/.test(base)) return arabicForms(word).includes(base);
  if (base.length < 3 || !word.startsWith(base.slice(0, -1))) return false;
  const last = base.at(-1) ?? '';
  const forms = [`${base}s`, `${base}es`, `${base}ing`, `${base}ed`, `${base}${last}ing`, `${base}${last}ed`];
  if (last === 'e') forms.push(`${base.slice(0, -1)}ing`, `${base}d`);
  if (last === 'y') forms.push(`${base.slice(0, -1)}ies`, `${base.slice(0, -1)}ied`);
  return forms.includes(word);
}

/** Splits a text into phrases at English or Arabic commas. */
export function phraseList(text: string): string[] {
  return text.split(/[,،]/).map((phrase) => phrase.trim());
}
