import { normalizedWords } from './normalize-text.ts';
import { ARABIC_WORD, arabicForms } from './stems.ts';

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
  const [first, ...rest] = phrase;
  if (first === undefined) return undefined;
  const start = (placesOf(words).get(first) ?? []).find(
    (at) => at >= from && rest.every((part, offset) => isForm(words[at + offset + 1] ?? '', part)),
  );
  return start === undefined ? undefined : { start, end: start + phrase.length };
}

const places = new WeakMap<readonly string[], ReadonlyMap<string, readonly number[]>>();

/** The positions of the forms of each base among words. Tables of thousands of phrases share one pass over a long text. */
function placesOf(words: readonly string[]): ReadonlyMap<string, readonly number[]> {
  const known = places.get(words);
  if (known) return known;
  const bases = new Map<string, string[]>();
  const found = new Map<string, number[]>();
  for (const [at, word] of words.entries()) {
    const ofWord = bases.get(word) ?? basesOf(word);
    bases.set(word, ofWord);
    for (const base of ofWord) {
      const before = found.get(base);
      if (before) before.push(at);
      else found.set(base, [at]);
    }
  }
  places.set(words, found);
  return found;
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
  return word === base || basesOf(word).includes(base);
}

const MIN_BASE_LETTERS = 3;
/** Endings with what they replace: "parties" is a form of "party". */
const ENDINGS = [
  ['s', ''],
  ['es', ''],
  ['ed', ''],
  ['ed', 'e'],
  ['ing', ''],
  ['ing', 'e'],
  ['ies', 'y'],
  ['ied', 'y'],
] as const;

/** The words of which `word` is a form, each once, itself first. */
function basesOf(word: string): string[] {
  if (ARABIC_WORD.test(word)) return arabicForms(word);
  const bases = new Set([word]);
  for (const [ending, replaced] of ENDINGS) {
    if (!word.endsWith(ending)) continue;
    const rest = word.slice(0, -ending.length);
    if (rest.length + replaced.length >= MIN_BASE_LETTERS) bases.add(rest + replaced);
    // "planned" is a form of "plan".
    const isDoubled = /^(?:ed|ing)$/.test(ending) && rest.at(-1) === rest.at(-2);
    if (isDoubled && rest.length > MIN_BASE_LETTERS) bases.add(rest.slice(0, -1));
  }
  return [...bases];
}

/** Splits a text into phrases at English or Arabic commas. */
export function phraseList(text: string): string[] {
  return text.split(/[,،]/).map((phrase) => phrase.trim());
}
