import { MAX_READ_CHARACTERS } from './read-characters.ts';

/** Languages told by their script alone; a script that several share stands for the commonest. */
const SCRIPTS = [
  ['ar', /\p{Script=Arabic}/gu],
  ['el', /\p{Script=Greek}/gu],
  ['ru', /\p{Script=Cyrillic}/gu],
  ['he', /\p{Script=Hebrew}/gu],
  ['ja', /[\p{Script=Hiragana}\p{Script=Katakana}]/gu],
  ['ko', /\p{Script=Hangul}/gu],
  ['zh', /\p{Script=Han}/gu],
  ['hi', /\p{Script=Devanagari}/gu],
  ['th', /\p{Script=Thai}/gu],
] as const satisfies readonly [language: string, letters: RegExp][];

/** What {@link detectLanguage} tells apart. */
export type TextLanguage = 'en' | (typeof SCRIPTS)[number][0];

/** Share of the letters from which a script decides; names and product codes in Latin letters do not outvote it. */
const DECIDING_SHARE = 1 / 3;

/** Looks at each word once: a message may be one word of 32,000 letters. */
const ADDRESSES = /https?:\/\/\S+|(?<!\S)[^\s@]+@\S+/g;

/**
 * The language of a text as a BCP 47 code (`ar`, `el`, `ru` …), told by its script. Latin script, and text without
 * letters, is `en`: which of the Latin-script languages it is cannot be told by letters.
 */
export function detectLanguage(text: string): TextLanguage {
  const words = withoutAddresses(text);
  const letters = words.match(/\p{L}/gu)?.length ?? 0;
  for (const [language, script] of SCRIPTS) {
    const found = words.match(script)?.length ?? 0;
    if (found > 0 && found >= letters * DECIDING_SHARE) return language;
  }
  return 'en';
}

/** Amounts, times and ids such as "prop-0043" are written alike in all languages. Looks at each word once, too. */
const WORDLESS = /(?<!\S)\S*\p{N}\S*/gu;

/**
 * The language of a message that follows on others, oldest first: an answer without a word of its own ("10", "prop-0043")
 * is in the language of the last one that has words.
 */
export function detectLanguageAfter(text: string, before: readonly string[]): TextLanguage {
  if (hasWords(text)) return detectLanguage(text);
  return detectLanguage(before.findLast(hasWords) ?? text);
}

const SENTENCE_ENDS = /[.!?؟。]\s+|\n+/u;

/** The languages that sentences of these texts are in, sorted. A name in a foreign script makes no language. */
export function languagesOf(texts: readonly string[]): TextLanguage[] {
  const sentences = texts.flatMap((text) => text.split(SENTENCE_ENDS)).filter(hasWords);
  return [...new Set(sentences.map(detectLanguage))].sort();
}

const hasWords = (text: string) => /\p{L}/u.test(withoutAddresses(text).replace(WORDLESS, ' '));
const withoutAddresses = (text: string) => text.slice(0, MAX_READ_CHARACTERS).replace(ADDRESSES, ' ');
