import { ARTICLES, GENERIC_WORDS, nameWords, plainWord } from './place-words.ts';

/** Keys by which names are compared. */
export interface PlaceKeys {
  full: string;
  /** Words without articles and generic words; may be empty. */
  core: string[];
  /** Sound of the core in Latin letters; empty for other scripts. */
  translit: string;
}

const MIN_LETTERS_BEFORE_H = 3;
/** Digraphs for one sound, then letters for the same vowel. */
const SOUNDS: readonly [RegExp, string][] = [
  [/ph/g, 'f'],
  [/ck/g, 'k'],
  [/q/g, 'k'],
  [/kh/g, 'k'],
  [/gh/g, 'g'],
  [/dh/g, 'd'],
  [/th/g, 't'],
  [/ou/g, 'u'],
  [/e/g, 'i'],
  [/o/g, 'u'],
  [/y/g, 'i'],
  [/w/g, 'u'],
  [/(.)\1+/g, '$1'],
];

export function keysOf(name: string, vocabulary: ReadonlySet<string>): PlaceKeys {
  return keysOfWords(nameWords(name), vocabulary);
}

/** @param words normalised by `nameWords` */
export function keysOfWords(words: readonly string[], vocabulary: ReadonlySet<string>): PlaceKeys {
  const plain = words.map((word) => plainWord(word, vocabulary));
  const core = plain.filter((word) => !ARTICLES.has(word) && !GENERIC_WORDS.has(word));
  return { full: plain.join(' '), core, translit: soundOf(core.join('')) };
}

/** True for a word that is neither an article nor generic. */
export function isTelling(word: string, vocabulary: ReadonlySet<string>): boolean {
  const plain = plainWord(word, vocabulary);
  return !ARTICLES.has(plain) && !GENERIC_WORDS.has(plain);
}

function soundOf(core: string): string {
  if (!/^[a-z\d]+$/.test(core)) return '';
  const sound = SOUNDS.reduce((text, [letters, one]) => text.replaceAll(letters, one), core);
  const silent = sound.length > MIN_LETTERS_BEFORE_H && sound.endsWith('h') && !sound.endsWith('sh');
  return silent ? sound.slice(0, -1) : sound;
}
