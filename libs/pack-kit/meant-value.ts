import { normalizedWords, normalizeText } from '#text';

/** Longer text is not normalised, because no named value is this long. */
const MAX_CHARACTERS = 1_000;
/** Shorter values begin too many other words. */
const MIN_LETTERS = 3;
const LANGUAGES = new Intl.DisplayNames('en', { type: 'language' });
/** Words that do not change the meaning of a named value beside them. Any other word may: "anything but", "almost", "or". */
const FILLERS = /^(?:(?:the|an?|of|type|kind|chart|diagram|file|format|level|priority|phone) )*$/;
/** Endings of an inflected word: "apartments", "descending". */
const ENDING = /^(?:e?s|ing|ed|ending)$/;
const TRUE_WORDS = ['true', 'yes', 'on', 'y', '1', 'نعم'];
const FALSE_WORDS = ['false', 'no', 'off', 'n', '0', 'لا'];

/** A word without what writers of values vary: `I2C`, "i2c" and "I²C" are the same, and so are "in progress" and `IN_PROGRESS`. */
export function foldedWord(text: string): string {
  return text.length > MAX_CHARACTERS ? text : normalizeText(text).replaceAll(' ', '');
}

/** A word that names a value, in the forms in which it is compared. */
export interface NamedWord<Value> {
  value: Value;
  forms: readonly string[];
  phrase: string;
  /** English name of the language, for a language code. */
  language: string | undefined;
}

// "c#" means "C#", which without its punctuation would be "C".
const FORMS = [String, (word: string) => word.toLowerCase(), foldedWord];

/** Normalises a word once, for {@link meantValue}. */
export function namedWord<Value>(word: string, value: Value): NamedWord<Value> {
  return {
    value,
    forms: FORMS.map((form) => form(word)),
    phrase: normalizedWords(word).join(' '),
    language: /^[a-z]{2}$/.test(word) ? normalizeText(LANGUAGES.of(word) ?? '') : undefined,
  };
}

/**
 * The value that a text means, of those that the words name: the word itself in any case and with any separators, the English
 * name of a language code ("Greek" for `el`), an inflected form ("descending"), or the word with one that adds nothing ("Gantt
 * chart"). Undefined if the text means none, or may mean several.
 */
export function meantValue<Value>(words: readonly NamedWord<Value>[], text: string): Value | undefined {
  for (const [place, form] of FORMS.entries()) {
    const formed = form(text);
    const value = onlyOf(words.filter(({ forms }) => formed !== '' && forms[place] === formed));
    if (value !== undefined) return value;
  }
  if (text.length > MAX_CHARACTERS) return undefined;
  const phrase = normalizedWords(text).join(' ');
  return (
    onlyOf(words.filter(({ language }) => language === phrase)) ??
    onlyOf(words.filter((word) => isSaidIn(phrase, word.phrase)))
  );
}

function onlyOf<Value>(found: readonly NamedWord<Value>[]): Value | undefined {
  const [value, ...others] = new Set(found.map((word) => word.value));
  return others.length === 0 ? value : undefined;
}

/** True if the phrase is an inflected form of `own`, or `own` with fillers. */
function isSaidIn(phrase: string, own: string): boolean {
  if (own.length < MIN_LETTERS) return false;
  if (phrase.startsWith(own) && ENDING.test(phrase.slice(own.length))) return true;
  const [before, after, ...more] = ` ${phrase} `.split(` ${own} `);
  return after !== undefined && more.length === 0 && FILLERS.test(`${before} ${after}`.trimStart());
}

/** The boolean that a word means; undefined for other text. */
export function booleanIn(text: string): boolean | undefined {
  const word = text.trim().toLowerCase();
  if (TRUE_WORDS.includes(word)) return true;
  return FALSE_WORDS.includes(word) ? false : undefined;
}
