import { ARTICLES, GENERIC_WORDS, nameWords, plainWord } from './place-words.ts';

/** What names are compared by (geo pack, 5.2). */
export interface PlaceKeys {
  full: string;
  /** Without articles and generic words; empty where nothing else is there. */
  core: string[];
  /** How the core sounds in Latin letters; empty for names in other letters. */
  translit: string;
}

const MIN_LETTERS_BEFORE_H = 3;
/** Two letters for one sound, then letters that stand for the same vowel. */
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

/** @param words as `nameWords` gives them. */
export function keysOfWords(words: readonly string[], vocabulary: ReadonlySet<string>): PlaceKeys {
  const plain = words.map((word) => plainWord(word, vocabulary));
  const core = plain.filter((word) => !ARTICLES.has(word) && !GENERIC_WORDS.has(word));
  return { full: plain.join(' '), core, translit: soundOf(core.join('')) };
}

/** True for a word that says which place is meant. */
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
