import { findPhrase, phraseWords, type PhrasePlace } from '#text';
import { type Dataset } from '#pack-kit';
import { BETWEEN, fieldIn, LEAST, MOST, PER, placeOf, UNITS, WHICH } from './data-words.ts';

/** As many as the records can be grouped by at once. */
const MAX_GROUPS = 2;
const JOINS = new Set(['and', 'و']);
/** "By channel and month": a name has two words at most. */
const MAX_WORDS_OF_NAME = 2;

/** "Per day", "by channel per month", "by agent and week", "which tools … most". */
export function groupsOf(words: readonly string[], dataset: Dataset): string[] {
  const groups = new Set<string>();
  for (const { end } of everyPlaceOf(words, PER)) {
    const found = groupAt(words, end, dataset);
    if (found === undefined) continue;
    groups.add(found);
    const joined = joinedAt(words, end, dataset);
    if (joined !== undefined) groups.add(joined);
  }
  if (groups.size > 0) return [...groups].slice(0, MAX_GROUPS);
  const which = placeOf(words, WHICH);
  const named = which && placeOf(words, [...MOST, ...LEAST]) ? namedAt(words, which.end, dataset) : undefined;
  return named === undefined ? [] : [named];
}

function everyPlaceOf(words: readonly string[], phrases: readonly string[]): PhrasePlace[] {
  const places: PhrasePlace[] = [];
  for (const phrase of phrases.map(phraseWords))
    for (let place = findPhrase(words, phrase); place; place = findPhrase(words, phrase, place.start + 1))
      places.push(place);
  return places.sort((a, b) => a.start - b.start);
}

/** What stands behind "and", soon behind the first one; Arabic writes it onto the word. */
function joinedAt(words: readonly string[], from: number, dataset: Dataset): string | undefined {
  for (let at = from + 1; at <= from + MAX_WORDS_OF_NAME && at < words.length; at += 1) {
    const word = words[at] ?? '';
    if (JOINS.has(word)) return groupAt(words, at + 1, dataset);
    const found = /^و\p{L}/u.test(word) ? groupAt(words, at, dataset) : undefined;
    if (found !== undefined) return found;
  }
  return undefined;
}

const groupAt = (words: readonly string[], at: number, dataset: Dataset) =>
  unitAt(words, at, dataset) ?? namedAt(words, at, dataset);

function unitAt(words: readonly string[], at: number, { time }: Dataset): string | undefined {
  if (time === undefined) return undefined;
  const unit = UNITS.find(([, phrases]) =>
    phrases.some((phrase) => findPhrase(words.slice(at, at + 1), phraseWords(phrase))),
  );
  return unit && `${time}:${unit[0]}`;
}

function namedAt(words: readonly string[], at: number, dataset: Dataset): string | undefined {
  const from = BETWEEN.has(words[at] ?? '') ? at + 1 : at;
  const fits = ({ type, personal }: { type: string; personal?: true }) =>
    (type === 'text' || type === 'boolean') && !personal;
  return fieldIn(words, dataset, fits, { from, anywhere: false });
}
