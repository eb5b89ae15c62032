import { normalizeText } from './normalize-text.ts';

const ARABIC = /^[\u0600-\u06FF]+$/;
/** Prefixes to remove from words without an article. "ب" and "ك" are missing, because too many roots begin with them (بطاقة, كتاب). */
const ARABIC_PREFIX = /^(?:[وف]?ل|[وف])/;
const ARABIC_ARTICLE = /^[وف]?(?:بال|كال|لل|ال)/;
const ARABIC_SUFFIX = /(?:تين|تان|ات|ين|ون|ان|ها|هم|نا|يه|تي|ه|ي)$/;
const MIN_STEM_LETTERS = 3;
/** Words that end in -s but are not plurals. */
const NO_PLURALS = new Set('news lens always perhaps series species diabetes mathematics'.split(' '));

/** Words without meaning for a search, normalised. */
const STOP_WORDS = new Set(
  `a an and any are as at be been but by can could did do does for from had has have he her hers him his how i if in into
   is it its just kindly let me mine my no not of on or our ours please she should so some than that the their theirs them
   then there these they this those to too up us very was we were what when where which who whom whose why will with would
   you your yours am get got give s t re ve ll d m also again now here all about out over under down
   من الي علي عن في مع هل ما ماذا هو هي هم انا نحن انت لي لك له لها لنا لهم هذا هذه ذلك تلك التي الذي كل او ثم قد لا لم لن
   ان انه انها يا كان كانت كم اي عند بعد قبل كيف متي اين لو سمحت فضلك رجاء مع عني حتي`
    .split(/\s+/)
    .map((word) => normalizeText(word)),
);

/** True for words such as "the" and "من", which searches ignore. */
export function isStopWord(word: string): boolean {
  return STOP_WORDS.has(word);
}

/**
 * The part of a normalised word that its forms share, for lexical scores: "listings" and "listed" give "list", "للبيع"
 * and "البيع" give "بيع". A light stemmer on purpose: it unifies forms and does not find roots.
 */
export function stem(word: string): string {
  return ARABIC.test(word) ? arabicStem(word) : latinStem(word);
}

/** Stems of all words that are not stop words, in order, with repetitions. */
export function contentStems(words: readonly string[]): string[] {
  return words.filter((word) => !isStopWord(word)).map(stem);
}

/** A word that begins with an Arabic letter. */
export const ARABIC_WORD = /^[\u0600-\u06FF]/;
const PREFIXES = 'و ف ب ل ك ال لل بال كال وال وب ول ولل وبال فب فال'.split(' ');

/** The word itself, followed by its forms without each possible Arabic prefix. */
export function arabicForms(word: string): string[] {
  const forms = [word];
  if (!ARABIC_WORD.test(word)) return forms;
  for (const prefix of PREFIXES) {
    if (word.startsWith(prefix) && word.length - prefix.length >= MIN_STEM_LETTERS)
      forms.push(word.slice(prefix.length));
  }
  return forms;
}

function arabicStem(word: string): string {
  let rest = word;
  const article = ARABIC_ARTICLE.exec(rest)?.[0] ?? '';
  if (article && rest.length - article.length >= 2) rest = rest.slice(article.length);
  else {
    const prefix = ARABIC_PREFIX.exec(rest)?.[0] ?? '';
    if (prefix && rest.length - prefix.length >= MIN_STEM_LETTERS + 1) rest = rest.slice(prefix.length);
  }
  const suffix = ARABIC_SUFFIX.exec(rest)?.[0] ?? '';
  return suffix && rest.length - suffix.length >= MIN_STEM_LETTERS ? rest.slice(0, -suffix.length) : rest;
}

function latinStem(word: string): string {
  if (NO_PLURALS.has(word)) return word;
  let rest = word;
  if (/[^su]s$/.test(rest) && rest.length > 3) {
    rest = rest.endsWith('ies') && rest.length > 4 ? `${rest.slice(0, -3)}y` : rest.slice(0, -1);
    if (/(?:ss|x|ch|sh)e$/.test(rest)) rest = rest.slice(0, -1);
  }
  const ending = /(?:ing|ed)$/.exec(rest)?.[0];
  if (
    ending &&
    /[aeiouy]/.test(rest.slice(0, -ending.length)) &&
    rest.length - ending.length >= MIN_STEM_LETTERS
  ) {
    rest = rest.slice(0, -ending.length);
    if (/([bdglmnprt])\1$/.test(rest)) rest = rest.slice(0, -1);
  }
  return rest.length > MIN_STEM_LETTERS && rest.endsWith('e') ? rest.slice(0, -1) : rest;
}
