import type { Dataset } from '#pack-kit';
import type { PhrasePlace } from '#text';
import { isQuestion } from '../manner.ts';
import type { ReadMessage } from '../message.ts';
import { dataFilters, type DataFilter } from './data-filters.ts';
import { groupsOf } from './data-groups.ts';
import { orderOf } from './data-order.ts';
import { rankBefore, tellsOfThem } from './data-ranking.ts';
import {
  ASKING_FOR,
  BETWEEN,
  COUNTING,
  datasetIn,
  fieldIn,
  FIRST,
  FUNCTIONS,
  GREETING,
  LEAST,
  LISTING,
  MOST,
  NEWEST,
  OLDEST,
  PER,
  placeOf,
  rankingForms,
  tellingWords,
  POLITE,
  UNITS,
  WHICH,
} from './data-words.ts';
import { asksWhose, ownRecords } from './own-records.ts';
import { UsedWords } from './used-words.ts';

/** Words that may stand between "how many" and what is counted. */
const MAX_WORDS_BETWEEN = 2;
const MAX_ROWS = 100;
const LIMIT =
  /(?:^| )(?:top|first|last|latest|newest|list|اول|اعلي|اخر|احدث) (\d{1,3})(?! (?:day|week|month|year|يوم|ايام|اسب|شهر))(?= |$)/;

/** Arguments of a question to the org's records. */
export interface DataQuestionRead {
  dataset: string;
  operation: 'list' | 'count' | 'aggregate';
  filters?: DataFilter[];
  metrics?: Metric[];
  groupBy?: string[];
  orderBy?: { field: string; direction: 'asc' | 'desc' };
  limit?: number;
  /** What the message says beside, in its own words. */
  unanswered?: string[];
}

export interface Metric {
  fn: string;
  field: string;
}

export interface DataSources {
  datasets: readonly Dataset[];
  /** A member of the office asks: the names of records mean those, and a question after them is one to them. */
  staff?: boolean;
  /** Of the conversation. */
  contactId?: string | null;
  now: Date;
  timezone: string;
}

/**
 * The question that a message asks of the org's records: a dataset by its name, and words that count, list or compute.
 * Undefined for a message that only happens to name one.
 */
export function readDataQuestion(message: ReadMessage, sources: DataSources): DataQuestionRead | undefined {
  const { words, normalized } = message;
  const { staff = false } = sources;
  const byOffice = staff && asksForRows(message);
  const computes = placeOf(words, COMPUTING) !== undefined || byOffice;
  const ranked = rankBefore(message);
  // «أعلى 5» ranks as "top 5" does, and computes nothing.
  const asksItself = (ranked?.counted ? isQuestion(message) : isAsking(message)) || byOffice;
  const asks = asksItself || ranked?.counted === true;
  const mayAsk = asks || (staff && ranked !== undefined);
  const named = mayAsk ? datasetIn(words, sources.datasets, { computes }) : undefined;
  // "First viewing" is one that somebody had.
  if (!named || (!asks && named.places.every(({ end }) => isSingular(words[end - 1] ?? ''))))
    return undefined;
  if (!asksItself && tellsOfThem(words, named.places)) return undefined;
  const { dataset } = named;
  const metric = metricOf(words, dataset, ranked?.counted ? ranked.place.end : 0);
  const groups = groupsOf(words, dataset);
  const starts = named.places.map(({ start }) => start);
  const isList =
    (byOffice && namesSoon(words, named)) || (ranked !== undefined && leadsTo(words, FIRST, starts, BETWEEN));
  const operation = operationOf(words, metric, groups, starts) ?? (isList ? 'list' : undefined);
  if (!operation) return undefined;
  const asked = asksWhose(message, named.places) ? contactOf(dataset, sources) : { filters: undefined };
  if (!asked) return undefined;
  const used = new UsedWords(message);
  const filters = asked.filters ?? [
    ...dataFilters(message, dataset, sources, used),
    ...(staff ? ownRecords(message, named, MAY_STAND_BEFORE, used) : []),
  ];
  const orderBy = orderOf(words, dataset, { operation, metric, groups });
  const limit = LIMIT.exec(normalized)?.[1];
  const read: DataQuestionRead = {
    dataset: dataset.name,
    operation,
    ...(filters.length > 0 && { filters }),
    ...(operation === 'aggregate' && metric && { metrics: [metric] }),
    ...(operation === 'aggregate' && groups.length > 0 && { groupBy: groups }),
    ...(orderBy && { orderBy }),
    ...(limit && Number(limit) > 0 && { limit: Math.min(Number(limit), MAX_ROWS) }),
  };
  markParts(read, dataset, message, used);
  const unanswered = used.unused();
  // "Last 2 deals fell through" is told; a rank alone asks for rows only where nothing else is said of them.
  if (!asksItself && unanswered.length > 0 && !placeOf(words, PLEASE)) return undefined;
  return unanswered.length > 0 ? { ...read, unanswered } : read;
}

/** The row of the conversation's contact, where there is one. */
function contactOf(
  { contact }: Dataset,
  { contactId, staff = false }: DataSources,
): { filters: DataFilter[] } | undefined {
  if (!staff || contact === undefined || !contactId) return undefined;
  return { filters: [{ field: contact, op: 'eq', value: contactId }] };
}

/** Marks the words that named the records, what is done with them, and in which order. */
function markParts(read: DataQuestionRead, dataset: Dataset, message: ReadMessage, used: UsedWords): void {
  const { operation, metrics = [], groupBy = [], orderBy } = read;
  used.markPhrases([...dataset.synonyms, ...(dataset.countedAs ?? []), ...(dataset.ownedAs ?? [])]);
  used.markPhrases(operation === 'list' ? [...LISTING, ...ASKING_FOR] : [...COUNTING, ...LISTING, ...WHICH]);
  for (const { fn, field } of metrics)
    used.markPhrases([
      ...FUNCTIONS.filter(([name]) => name === fn).flatMap(([, phrases]) => phrases),
      ...(dataset.fields[field]?.synonyms ?? []),
    ]);
  for (const group of groupBy) {
    const [field = '', unit] = group.split(':');
    const units = UNITS.filter(([name]) => name === unit).flatMap(([, phrases]) => phrases);
    used.markPhrases([...PER, ...(unit === undefined ? (dataset.fields[field]?.synonyms ?? []) : units)]);
  }
  const { ranking = [], synonyms = [] } = (orderBy && dataset.fields[orderBy.field]) ?? {};
  if (orderBy)
    used.markPhrases(
      operation === 'list'
        ? [...NEWEST, ...OLDEST, ...ranking, ...PER, ...rankingForms(synonyms)]
        : [...MOST, ...LEAST],
    );
  markLimit(message, used);
}

function markLimit({ normalized }: ReadMessage, used: UsedWords): void {
  const limit = LIMIT.exec(normalized);
  if (!limit) return;
  const start = normalized.slice(0, limit.index).split(' ').filter(Boolean).length;
  used.mark({ start, end: start + limit[0].trim().split(' ').length });
}

/** "Who has …", "any …", "which …", "the status of …": at the beginning, where it asks for rows. */
function asksForRows({ words }: ReadMessage): boolean {
  const at = placeOf(words, [...ASKING_FOR, ...LISTING])?.start;
  return at !== undefined && words.slice(0, at).every((word) => POLITE.has(word) || GREETING.has(word));
}

/** May stand between the words that ask for rows and their name, besides what tells which rows. */
const BEFORE_A_NAME = new Set(
  `do does we you have has got a an any our all the of is are there been still status state new next open upcoming planned
   booked more other لدينا عندنا هناك اي كل جميع حاله لديه هم هي هو هن`.split(/\s+/),
);

const MAY_STAND_BEFORE = new Set([...BETWEEN, ...BEFORE_A_NAME]);
const PLEASE = ['please', 'من فضلك', 'لو سمحت'];
const ONE = new Set(['the', 'this', 'that']);
const isSingular = (word: string) => /^[a-z]+$/.test(word) && !word.endsWith('s');

/** The records are named right behind the words that ask for them: "who has a viewing", not "which views does the client". */
function namesSoon(
  words: readonly string[],
  { dataset, places }: { dataset: Dataset; places: readonly PhrasePlace[] },
): boolean {
  const asked = placeOf(words, [...ASKING_FOR, ...LISTING]);
  if (!asked) return false;
  const telling = tellingWords(dataset);
  return places.some(({ start, end }) => {
    // "The client" is one whom both know, "the clients" are rows.
    if (ONE.has(words[start - 1] ?? '') && isSingular(words[end - 1] ?? '')) return false;
    const between = words.slice(asked.end, start);
    return end > asked.start && between.every((word) => MAY_STAND_BEFORE.has(word) || telling.has(word));
  });
}

/** A statement about a lead is no question about all of them. */
function isAsking(message: ReadMessage): boolean {
  if (isQuestion(message)) return true;
  const orders = [...LISTING, ...COUNTING, ...FUNCTIONS.flatMap(([, words]) => words)];
  const at = placeOf(message.words, orders)?.start;
  return at !== undefined && message.words.slice(0, at).every((word) => POLITE.has(word));
}
/** Words by which records are counted and computed over, not shown. */
const COMPUTING = [...COUNTING, ...PER, ...FUNCTIONS.flatMap(([, words]) => words)];

function operationOf(
  words: readonly string[],
  metric: Metric | undefined,
  groups: readonly string[],
  named: readonly number[],
): DataQuestionRead['operation'] | undefined {
  const counts = leadsTo(words, COUNTING, named);
  if (metric) return 'aggregate';
  if (groups.length > 0 && (counts || placeOf(words, [...MOST, ...LEAST]))) return 'aggregate';
  if (counts) return 'count';
  const lists = [LISTING, NEWEST, OLDEST].some((cues) => leadsTo(words, cues, named, BETWEEN));
  return lists ? 'list' : undefined;
}

/** One of the phrases, and soon behind it what is meant, with nothing but `between` in the middle where that is given. */
function leadsTo(
  words: readonly string[],
  phrases: readonly string[],
  named: readonly number[],
  between?: ReadonlySet<string>,
): boolean {
  const place = placeOf(words, phrases);
  if (!place) return false;
  return named.some((start) => {
    if (start < place.end) return false;
    const middle = words.slice(place.end, start);
    return between
      ? middle.every((word) => between.has(word) || /^\d+$/.test(word))
      : middle.length <= MAX_WORDS_BETWEEN;
  });
}

/** "average time", "highest cost": a function with the field that it is of. */
function metricOf(words: readonly string[], dataset: Dataset, from: number): Metric | undefined {
  for (const [fn, phrases] of FUNCTIONS) {
    const place = placeOf(words, phrases, from);
    const field = place && fieldIn(words, dataset, ({ type }) => type === 'number', { from: place.end });
    if (field !== undefined) return { fn, field };
  }
  return undefined;
}
