import { CURRENCY_WORDS, findPhrase, isStopWord, normalizedWords, phraseWords, type Dataset, type DatasetField, type PhrasePlace } from '#tools'; // prettier-ignore
import type { ReadMessage } from '../message.ts';
import { readPeriod } from './data-period.ts';
import { readAmounts, readMoneyFill } from './money.ts';
import type { UsedWords } from './used-words.ts';

export interface DataFilter {
  field: string;
  op: 'eq' | 'ne' | 'in' | 'gt' | 'gte' | 'lt' | 'lte' | 'between';
  value: unknown;
}

/** Turns the value behind it into all the others. */
const NEGATIONS = new Set(
  normalizedWords('not never no non except excluding without لم لا لن غير ليست ليس عدا'),
);
/** "didn't" is the words "didn" and "t". */
const CONTRACTED = /^(?:did|do|does|is|are|was|were|has|have|had)n$/;
const MAX_WORDS_TO_NEGATION = 3;
/** Say how an amount is meant, beside it. */
const AMOUNT_WORDS = new Set([
  ...normalizedWords(
    `above over under below more less than at least most up to between and from max maximum minimum no not exceeding cheaper worth
     أكثر أقل من حتى بين فوق تحت دون لا يتجاوز يزيد يقل عن على ابتداء إلى قيمتها`,
  ),
  ...CURRENCY_WORDS,
]);
const AMOUNT_WINDOW_WORDS = 4;

/**
 * What a message says of the rows that it asks about: a period, values of fields, amounts of money. The words that say
 * it are marked as used.
 */
export function dataFilters(
  message: ReadMessage,
  dataset: Dataset,
  clock: { now: Date; timezone: string },
  used: UsedWords,
): DataFilter[] {
  const period = dataset.time === undefined ? undefined : readPeriod(message, clock, used);
  const filters: DataFilter[] = [];
  if (period && dataset.time !== undefined) {
    filters.push({ field: dataset.time, ...period });
    // "New conversations this week" are those that began in it.
    used.markPhrases(['new', 'جديدة', 'الجديدة']);
  }
  for (const [name, field] of Object.entries(dataset.fields)) {
    const found = filtersOn(name, field, message, used);
    if (found.length > 0) used.markPhrases(field.synonyms ?? []);
    filters.push(...found);
  }
  return filters;
}

function filtersOn(name: string, field: DatasetField, message: ReadMessage, used: UsedWords): DataFilter[] {
  switch (field.type) {
    case 'text':
      return valuesIn(name, field, message.words, used);
    case 'boolean':
      return saidOf(name, field, message.words, used);
    case 'number':
      return field.money ? amounts(name, message, used) : [];
    case 'date':
    case 'datetime':
      return [];
  }
}

interface Said {
  value: string;
  place: PhrasePlace;
}

function valuesIn(
  name: string,
  { values = {} }: DatasetField,
  words: readonly string[],
  used: UsedWords,
): DataFilter[] {
  const all = saidIn(words, values);
  // "Offer accepted" is not "offer" as well.
  const said = all.filter(({ place }) => !all.some((other) => contains(other.place, place)));
  const wanted = new Set<string>();
  const unwanted = new Set<string>();
  for (const { value, place } of said) {
    used.mark(place);
    (isNegated(words, place, used) ? unwanted : wanted).add(value);
  }
  const [first] = wanted;
  return [
    ...(first === undefined ? [] : [wanted.size > 1 ? { field: name, op: 'in' as const, value: inOrder(wanted, values) } : { field: name, op: 'eq' as const, value: first }]),
    ...[...unwanted].map((value): DataFilter => ({ field: name, op: 'ne', value })),
  ]; // prettier-ignore
}

const inOrder = (wanted: ReadonlySet<string>, values: object) =>
  Object.keys(values).filter((value) => wanted.has(value));

/** Every place at which a value or a synonym of it stands; `offer_accepted` is said "offer accepted". */
function saidIn(words: readonly string[], values: Readonly<Record<string, readonly string[]>>): Said[] {
  return Object.entries(values).flatMap(([value, synonyms]) =>
    [value, value.replaceAll('_', ' '), ...synonyms].flatMap((text): Said[] => {
      const place = findPhrase(words, phraseWords(text));
      return place ? [{ value, place }] : [];
    }),
  );
}

function contains(outer: PhrasePlace, inner: PhrasePlace): boolean {
  return (
    outer.start <= inner.start && inner.end <= outer.end && outer.end - outer.start > inner.end - inner.start
  );
}

/** "did not fail", "weren't completed", "لم تكتمل": a negation with nothing but small words behind it. */
function isNegated(words: readonly string[], place: PhrasePlace, used: UsedWords): boolean {
  for (let at = place.start - 1; at >= Math.max(0, place.start - MAX_WORDS_TO_NEGATION); at -= 1) {
    const word = words[at] ?? '';
    const contracted = word === 't' && CONTRACTED.test(words[at - 1] ?? '');
    if (contracted || NEGATIONS.has(word)) {
      used.mark({ start: contracted ? at - 1 : at, end: place.start });
      return true;
    }
    if (!isStopWord(word)) return false;
  }
  return false;
}

/** By the words for false and true where the field has them; else to name it is to want it. */
function saidOf(name: string, field: DatasetField, words: readonly string[], used: UsedWords): DataFilter[] {
  const { values, synonyms = [] } = field;
  const [said] = saidIn(words, values ?? { true: synonyms });
  if (!said) return [];
  used.mark(said.place);
  const value = (said.value === 'true') !== isNegated(words, said.place, used);
  return [{ field: name, op: 'eq', value }];
}

function amounts(name: string, message: ReadMessage, used: UsedWords): DataFilter[] {
  const bounds = [
    ['gte', readMoneyFill(message.text, { bound: 'min' })],
    ['lte', readMoneyFill(message.text, { bound: 'max' })],
  ] as const;
  const filters = bounds.flatMap(([op, value]) => (value === undefined ? [] : [{ field: name, op, value }]));
  if (filters.length > 0) markAmounts(message, used);
  return filters;
}

/** Each amount that sets a bound, and the words around it that say so. */
function markAmounts({ text, words }: ReadMessage, used: UsedWords): void {
  const read = readAmounts(text);
  for (const { start, end, direction } of read.amounts) {
    if (direction === undefined) continue;
    const number = findPhrase(words, read.words.slice(start, end));
    if (!number) continue;
    used.mark(number);
    const from = Math.max(0, number.start - AMOUNT_WINDOW_WORDS);
    for (let at = from; at < number.end + AMOUNT_WINDOW_WORDS; at += 1)
      if (AMOUNT_WORDS.has(words[at] ?? '')) used.mark({ start: at, end: at + 1 });
  }
}
