import { normalizeText } from '#text';

const words = (list: string) => new Set(list.split(' ').map(normalizeText));

/** Words for kinds of places. They do not distinguish names. */
export const GENERIC_WORDS: ReadonlySet<string> = words(
  'island city beach area district community region municipality madinat jazirat shati جزيرة مدينة شاطئ منطقة حي بلدية',
);
export const ARTICLES: ReadonlySet<string> = words('al el ar as ash an at ad az the');

const MIN_GENERIC_LETTERS = 5;
const MIN_MISSPELT_LETTERS = 4;
const APOSTROPHES = /['’‘ʼ`´ʿʾ]/gu;

const ARABIC = /^[\u0621-\u064A]/;
/** Prefixes for "and", "in", "for" and "like". */
const ARABIC_PREFIX = /^[بلوفك]/;
const MIN_LETTERS_BEHIND_PREFIX = 3;
const PREFIXED_ARTICLE = /^[وبفك]ال(?=.{3})/;
const MIN_LETTERS_WITH_ARTICLE = 5;

/** Normalised words of a name, with their Arabic prefixes and articles. */
export function nameWords(text: string): string[] {
  const normalized = normalizeText(text.replaceAll(APOSTROPHES, ''));
  return normalized === '' ? [] : normalized.split(' ');
}

/** Words of names, with and without articles. A letter before one of them is a prefix. */
export function vocabularyOf(names: Iterable<string>): Set<string> {
  const vocabulary = new Set(GENERIC_WORDS);
  for (const name of names)
    for (const word of nameWords(name)) vocabulary.add(word).add(withoutArticle(word));
  return vocabulary;
}

/** Cache of plain words by vocabulary; a long message needs each of its words many times. */
const plainWords = new WeakMap<ReadonlySet<string>, Map<string, string>>();
const MAX_PLAIN_WORDS = 5_000;

/** The word without Arabic prefix and article; a misspelt generic word is corrected. */
export function plainWord(word: string, vocabulary: ReadonlySet<string>): string {
  const known = plainWords.get(vocabulary) ?? new Map<string, string>();
  plainWords.set(vocabulary, known);
  const before = known.get(word);
  if (before !== undefined) return before;
  const plain = readPlain(word, vocabulary);
  if (known.size >= MAX_PLAIN_WORDS) known.clear();
  known.set(word, plain);
  return plain;
}

function readPlain(word: string, vocabulary: ReadonlySet<string>): string {
  if (ARABIC.test(word)) return withoutArticle(withoutPrefix(word, vocabulary));
  if (word.length < MIN_MISSPELT_LETTERS || vocabulary.has(word)) return word;
  for (const generic of GENERIC_WORDS)
    if (generic.length >= MIN_GENERIC_LETTERS && !ARABIC.test(generic) && isOneEditAway(word, generic))
      return generic;
  return word;
}

function withoutPrefix(word: string, vocabulary: ReadonlySet<string>): string {
  const rest = word.slice(1);
  const known = vocabulary.has(rest) || vocabulary.has(withoutArticle(rest));
  const isPrefix = ARABIC_PREFIX.test(word) && !vocabulary.has(word) && known;
  return isPrefix && rest.length >= MIN_LETTERS_BEHIND_PREFIX ? rest : word;
}

function withoutArticle(word: string): string {
  if (!ARABIC.test(word)) return word;
  if (PREFIXED_ARTICLE.test(word)) return word.slice(3);
  if (word.length < MIN_LETTERS_WITH_ARTICLE) return word;
  return word.startsWith('لل') || word.startsWith('ال') ? word.slice(2) : word;
}

/** Equals a distance of one, without the table: compares the rest between common start and common end. */
function isOneEditAway(left: string, right: string): boolean {
  if (Math.abs(left.length - right.length) > 1) return false;
  let start = 0;
  while (start < left.length && left[start] === right[start]) start += 1;
  let [leftEnd, rightEnd] = [left.length, right.length];
  while (leftEnd > start && rightEnd > start && left[leftEnd - 1] === right[rightEnd - 1]) {
    leftEnd -= 1;
    rightEnd -= 1;
  }
  const [one, other] = [left.slice(start, leftEnd), right.slice(start, rightEnd)];
  if (one.length <= 1 && other.length <= 1) return one !== other;
  return one.length === 2 && other.length === 2 && one[0] === other[1] && one[1] === other[0];
}
