import {
  CURRENCY_WORDS,
  findPhrase,
  isStopWord,
  normalizedWords,
  phraseWords,
  type PhrasePlace,
} from '#text';
import { type Dataset, type DatasetField } from '#pack-kit';
import type { ReadMessage } from '../message.ts';
import { readPeriod } from './data-period.ts';
import { readIntFill } from './counts.ts';
import { readAmounts, readMoneyFill } from './money.ts';
import { findIds } from './patterns.ts';
import type { UsedWords } from './used-words.ts';

export interface DataFilter {
  field: string;
  op: 'eq' | 'ne' | 'in' | 'contains' | 'gt' | 'gte' | 'lt' | 'lte' | 'between';
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
  const time = timeMeant(message, dataset);
  const period =
    time && readPeriod(message, clock, used, { ahead: dataset.fields[time.field]?.ahead === true });
  const filters: DataFilter[] = [];
  if (time && period) {
    filters.push({ field: time.field, ...period });
    if (time.place) used.mark(time.place);
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

/** The day that a period is of: the one that the message names ("closing this month"), else that of the records. */
function timeMeant(
  { words }: ReadMessage,
  { fields, time }: Dataset,
): { field: string; place?: PhrasePlace } | undefined {
  for (const [field, { type, synonyms = [] }] of Object.entries(fields)) {
    if (type !== 'date' && type !== 'datetime') continue;
    const place = synonyms
      .map((synonym) => findPhrase(words, phraseWords(synonym)))
      .find((found) => found !== undefined);
    if (place) return { field, place };
  }
  return time === undefined ? undefined : { field: time };
}

/** "deal-002": a row by its id, or rows that belong to it. */
function idsIn(name: string, prefix: string, { text }: ReadMessage, used: UsedWords): DataFilter[] {
  const [id, ...others] = findIds(text, prefix);
  if (id === undefined || others.length > 0) return [];
  used.markPhrases([id]);
  return [{ field: name, op: 'eq', value: id }];
}

/** What stands right before a number, and what it makes of it. */
const COUNT_BOUNDS: [op: 'gt' | 'gte' | 'lt', words: RegExp][] = [
  ['gte', /(?:at least|minimum|no less than|no fewer than|علي الاقل|لا يقل عن)$/],
  ['gt', /(?:more than|over|above|اكثر من|فوق)$/],
  ['lt', /(?:less than|fewer than|under|below|اقل من|دون)$/],
];

/** "3 bedrooms", "at least two bathrooms", "more than 3 messages". */
function countIn(
  name: string,
  { synonyms = [] }: DatasetField,
  message: ReadMessage,
  used: UsedWords,
): DataFilter[] {
  const { words } = message;
  if (synonyms.length === 0) return [];
  const fill = { words: [...synonyms] };
  const exact = readIntFill(message.text, { ...fill, bound: 'exact' });
  const value = exact ?? readIntFill(message.text, { ...fill, bound: 'min' });
  const place = synonyms
    .map((synonym) => findPhrase(words, phraseWords(synonym)))
    .find((found) => found !== undefined);
  if (value === undefined || !place) return [];
  const before = words.slice(0, Math.max(0, place.start - 1)).join(' ');
  const bound = COUNT_BOUNDS.map(([op, pattern]) => [op, pattern.exec(before)?.[0]] as const).find(
    ([, said]) => said !== undefined,
  );
  const lead = bound?.[1]?.split(' ').length ?? 0;
  used.mark({ start: Math.max(0, place.start - 1 - lead), end: place.end });
  return [{ field: name, op: bound?.[0] ?? (exact === undefined ? 'gte' : 'eq'), value }];
}

function filtersOn(name: string, field: DatasetField, message: ReadMessage, used: UsedWords): DataFilter[] {
  switch (field.type) {
    case 'text':
      if (field.idPrefix !== undefined) return idsIn(name, field.idPrefix, message, used);
      return valuesIn(name, field, message.words, used);
    case 'boolean':
      return saidOf(name, field, message.words, used);
    case 'number':
      return field.money ? amounts(name, message, used) : countIn(name, field, message, used);
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
  { values = {}, several }: DatasetField,
  words: readonly string[],
  used: UsedWords,
): DataFilter[] {
  const all = saidIn(words, values).filter(({ place }) => !used.isMarked(place));
  // "Offer accepted" is not "offer" as well.
  const said = all.filter(({ place }) => !all.some((other) => contains(other.place, place)));
  const wanted = new Set<string>();
  const unwanted = new Set<string>();
  for (const { value, place } of said) {
    used.mark(place);
    (isNegated(words, place, used) ? unwanted : wanted).add(value);
  }
  const [first] = wanted;
  if (several) return inOrder(wanted, values).map((value) => ({ field: name, op: 'contains', value }));
  return [
    ...(first === undefined
      ? []
      : [
          wanted.size > 1
            ? { field: name, op: 'in' as const, value: inOrder(wanted, values) }
            : { field: name, op: 'eq' as const, value: first },
        ]),
    ...[...unwanted].map((value): DataFilter => ({ field: name, op: 'ne', value })),
  ];
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
export function isNegated(words: readonly string[], place: PhrasePlace, used: UsedWords): boolean {
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
