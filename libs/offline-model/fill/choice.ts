import { findPhrase, normalizedWords, phraseWords } from '#text';

const DENIALS = new Set(
  normalizedWords('not no except excluding without but غير ليس ليست مو مش إلا عدا بدون'),
);
const ARTICLES = new Set(['a', 'an', 'the', 'any']);
/** "But" denies only what is excepted from all: "anything but a flat". */
const ALL = new Set(['anything', 'everything', 'all']);

/** The values of which a synonym, or the value itself, stands in the message; in the order in which they are listed. */
export function findChoices(words: readonly string[], values: Record<string, readonly string[]>): string[] {
  return Object.entries(values)
    .filter(([value, synonyms]) => [value, ...synonyms].some((text) => isNamed(words, phraseWords(text))))
    .map(([value]) => value);
}

/** Somewhere it stands without being denied: "not an apartment" names none. */
function isNamed(words: readonly string[], phrase: readonly string[]): boolean {
  let place = findPhrase(words, phrase);
  while (place && isDenied(words, place.start)) place = findPhrase(words, phrase, place.end);
  return place !== undefined;
}

function isDenied(words: readonly string[], start: number): boolean {
  const before = words.slice(Math.max(0, start - 3), start);
  if (ARTICLES.has(before.at(-1) ?? '')) before.pop();
  const denial = before.at(-1) ?? '';
  if (denial === 'but') return ALL.has(before.at(-2) ?? '');
  return DENIALS.has(denial);
}
