import { normalizeText } from '#tools/light';

const words = (list: string) => new Set(list.split(' ').map(normalizeText));

/** What kind of place a name is of; names are told apart by what stands beside these. */
export const GENERIC_WORDS: ReadonlySet<string> = words(
  'island city beach area district community region municipality madinat jazirat shati جزيرة مدينة شاطئ منطقة حي بلدية',
);
export const ARTICLES: ReadonlySet<string> = words('al el ar as ash an at ad az the');

const MIN_GENERIC_LETTERS = 5;
const MIN_MISSPELT_LETTERS = 4;
const APOSTROPHES = /['’‘ʼ`´ʿʾ]/gu;

const ARABIC = /^[\u0621-\u064A]/;
/** "And", "in", "for" and "like" are written onto the next word. */
const ARABIC_PREFIX = /^[بلوفك]/;
const MIN_LETTERS_BEHIND_PREFIX = 3;
const PREFIXED_ARTICLE = /^[وبفك]ال(?=.{3})/;
const MIN_LETTERS_WITH_ARTICLE = 5;

/** The words of a name as people write it, in the one folding; Arabic prefixes and articles still stand there. */
export function nameWords(text: string): string[] {
  const normalized = normalizeText(text.replaceAll(APOSTROPHES, ''));
  return normalized === '' ? [] : normalized.split(' ');
}

/** Words of names, and without their articles; told from others, a prefix before one of them is a prefix. */
export function vocabularyOf(names: Iterable<string>): Set<string> {
  const vocabulary = new Set(GENERIC_WORDS);
  for (const name of names)
    for (const word of nameWords(name)) vocabulary.add(word).add(withoutArticle(word));
  return vocabulary;
}

/** The word without what Arabic writes onto it, and in the right spelling of a generic word (geo pack, 5.1 steps 6 and 7). */
export function plainWord(word: string, vocabulary: ReadonlySet<string>): string {
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

/** Optimal string alignment: letters inserted, dropped, replaced, or swapped with their neighbour. */
export function editDistance(left: string, right: string): number {
  let before: number[] = [];
  let row = Array.from({ length: right.length + 1 }, (_, at) => at);
  for (let at = 1; at <= left.length; at += 1) {
    const next = [at];
    for (let column = 1; column <= right.length; column += 1) {
      const same = left[at - 1] === right[column - 1];
      let least = Math.min(
        (row[column] ?? 0) + 1,
        (next[column - 1] ?? 0) + 1,
        (row[column - 1] ?? 0) + Number(!same),
      );
      const swapped = left[at - 1] === right[column - 2] && left[at - 2] === right[column - 1];
      if (at > 1 && column > 1 && swapped) least = Math.min(least, (before[column - 2] ?? 0) + 1);
      next.push(least);
    }
    before = row;
    row = next;
  }
  return row[right.length] ?? 0;
}

function isOneEditAway(left: string, right: string): boolean {
  return Math.abs(left.length - right.length) <= 1 && editDistance(left, right) === 1;
}
