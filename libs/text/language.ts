import { MAX_READ_CHARACTERS } from './read-characters.ts';

/** Languages by script. A script of several languages maps to the most common one. */
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

/** Languages that {@link detectLanguage} distinguishes. */
export type TextLanguage = 'en' | (typeof SCRIPTS)[number][0];

/** Share of letters at which a script wins, so that names and product codes in Latin letters do not outweigh it. */
const DECIDING_SHARE = 1 / 3;

/** Visits each word once, because a message can be one word of 32,000 letters. */
const ADDRESSES = /https?:\/\/\S+|(?<!\S)[^\s@]+@\S+/g;

/**
 * The language of a text as a BCP 47 code (`ar`, `el`, `ru` …), detected by its script. Latin script and text without
 * letters are `en`, because the letters do not distinguish the languages in Latin script.
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

/** Amounts, times and ids such as "prop-0043", which are the same in all languages. Visits each word once, too. */
const WORDLESS = /(?<!\S)\S*\p{N}\S*/gu;

/**
 * The language of the last of several messages, oldest first. A message without words ("10", "prop-0043") has the language
 * of the latest message with words.
 */
export function detectLanguageAfter(text: string, before: readonly string[]): TextLanguage {
  if (hasWords(text)) return detectLanguage(text);
  return detectLanguage(before.findLast(hasWords) ?? text);
}

const SENTENCE_ENDS = /[.!?؟。]\s+|\n+/u;

/** The languages of the sentences of these texts, sorted. A single name in another script does not count. */
export function languagesOf(texts: readonly string[]): TextLanguage[] {
  const sentences = texts.flatMap((text) => text.split(SENTENCE_ENDS)).filter(hasWords);
  return [...new Set(sentences.map(detectLanguage))].sort();
}

const hasWords = (text: string) => /\p{L}/u.test(withoutAddresses(text).replace(WORDLESS, ' '));
const withoutAddresses = (text: string) => text.slice(0, MAX_READ_CHARACTERS).replace(ADDRESSES, ' ');
