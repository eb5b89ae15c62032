import type { Dataset, DatasetField } from '#pack-kit';
import { findPhrase, phraseList, phraseWords, zonedTime } from '#text';
import { isQuestion } from '../choose/manner.ts';
import type { ReadMessage } from '../conversation/message.ts';
import { readPeriod } from './data-period.ts';

const COUNTING = phraseList('how many, number of, count of, count, كم عدد, كم, عدد');
const LISTING = phraseList('list, show, display, اعرض, اسرد, قائمة');
const FUNCTIONS: [fn: string, words: string[]][] = [
  ['avg', phraseList('average, mean, متوسط, معدل')],
  ['sum', phraseList('total, sum of, مجموع, إجمالي')],
];
const PER = phraseList('per, by, for each, لكل, حسب');
const MOST = phraseList('most often, most, الأكثر, أكثر');
const NEWEST = phraseList('newest, latest, أحدث');
const WHICH = phraseList('which, أي');

/** Arguments of a query on the org's datasets, and the phrases of the message from which they are derived. */
export interface DataQuestionRead {
  dataset: string;
  operation: 'list' | 'count' | 'aggregate';
  filters?: { field: string; op: string; value: unknown }[];
  metrics?: { fn: string; field: string }[];
  groupBy?: string[];
  orderBy?: { field: string; direction: 'asc' | 'desc' };
  phrases: string[];
}

export interface DataSources {
  datasets: readonly Dataset[];
  now: Date;
  timezone: string;
}

/**
 * The query in a message: the name of a dataset, with words that count, list or compute. Undefined for a message that only
 * mentions a dataset.
 */
export function readDataQuestion(message: ReadMessage, sources: DataSources): DataQuestionRead | undefined {
  const { words } = message;
  const dataset = longestNamed(words, sources.datasets);
  if (!dataset) return undefined;
  const present = (phrases: readonly string[]) =>
    phrases.filter((phrase) => findPhrase(words, phraseWords(phrase)));
  const counting = present(COUNTING);
  const listing = present([...LISTING, ...NEWEST]);
  const metric = metricOf(words, dataset);
  const group = groupOf(words, dataset);
  const ranked = group ? present([...MOST, ...WHICH]) : [];
  const operation =
    metric || (group && (counting.length > 0 || ranked.length > 0))
      ? 'aggregate'
      : counting.length > 0
        ? 'count'
        : listing.length > 0 && !isQuestion(message)
          ? 'list'
          : undefined;
  if (!operation) return undefined;
  const filters = filtersOf(message, dataset, sources);
  const newest = operation === 'list' && dataset.time !== undefined && present(NEWEST).length > 0;
  return {
    dataset: dataset.name,
    operation,
    ...(filters.length > 0 && { filters: filters.map(({ field, op, value }) => ({ field, op, value })) }),
    ...(operation === 'aggregate' && metric && { metrics: [{ fn: metric.fn, field: metric.field }] }),
    ...(operation === 'aggregate' && group && { groupBy: [group.field] }),
    ...(newest && { orderBy: { field: dataset.time ?? '', direction: 'desc' as const } }),
    ...(ranked.length > 0 &&
      present(MOST).length > 0 && {
        orderBy: { field: metric ? `${metric.fn}_${metric.field}` : 'count', direction: 'desc' as const },
      }),
    phrases: [
      ...dataset.synonyms,
      ...counting,
      ...listing,
      ...ranked,
      ...(metric?.phrases ?? []),
      ...(group?.phrases ?? []),
      ...filters.flatMap(({ phrases }) => phrases),
    ],
  };
}

function longestNamed(words: readonly string[], datasets: readonly Dataset[]): Dataset | undefined {
  const lengths = datasets.map((dataset) => ({
    dataset,
    length: Math.max(
      0,
      ...dataset.synonyms
        .map(phraseWords)
        .filter((name) => findPhrase(words, name))
        .map((name) => name.length),
    ),
  }));
  return lengths.filter(({ length }) => length > 0).sort((a, b) => b.length - a.length)[0]?.dataset;
}

/** A function followed by a number column: "average time", "total cost". */
function metricOf(words: readonly string[], dataset: Dataset) {
  for (const [fn, phrases] of FUNCTIONS)
    for (const phrase of phrases) {
      const place = findPhrase(words, phraseWords(phrase));
      const field = place && fieldBehind(words, place.end, dataset, ({ type }) => type === 'number');
      if (field) return { fn, field: field.name, phrases: [phrase, ...field.phrases] };
    }
  return undefined;
}

/** A grouping: "per agent", "by channel", "which tools … most". */
function groupOf(words: readonly string[], dataset: Dataset) {
  for (const phrase of [...PER, ...WHICH]) {
    const place = findPhrase(words, phraseWords(phrase));
    const field =
      place && fieldBehind(words, place.end, dataset, ({ type, personal }) => type === 'text' && !personal);
    if (field) return { field: field.name, phrases: [phrase, ...field.phrases] };
  }
  return undefined;
}

function fieldBehind(
  words: readonly string[],
  from: number,
  dataset: Dataset,
  fits: (field: DatasetField) => boolean,
): { name: string; phrases: string[] } | undefined {
  for (const [name, field] of Object.entries(dataset.fields)) {
    if (!fits(field)) continue;
    const phrase = field.synonyms?.find(
      (synonym) => findPhrase(words, phraseWords(synonym), from)?.start === from,
    );
    if (phrase !== undefined) return { name, phrases: [phrase] };
  }
  return undefined;
}

function filtersOf({ words }: ReadMessage, dataset: Dataset, { now, timezone }: DataSources) {
  const filters: { field: string; op: string; value: unknown; phrases: string[] }[] = [];
  const { time, fields } = dataset;
  const today = zonedTime(now, timezone).toPlainDate();
  const named = time && readPeriod(words, today, { ahead: fields[time]?.ahead === true });
  if (time && named) filters.push({ field: time, ...named.period, phrases: [named.phrase] });
  for (const [field, { values = {}, several }] of Object.entries(fields)) {
    const found = Object.entries(values).flatMap(([value, synonyms]) => {
      const phrases = [value, ...synonyms].filter((word) => findPhrase(words, phraseWords(word)));
      return phrases.length > 0 ? [{ value, phrases }] : [];
    });
    const [first] = found;
    if (first && found.length === 1)
      filters.push({ field, op: several ? 'contains' : 'eq', value: first.value, phrases: first.phrases });
    else if (first && !several)
      filters.push({
        field,
        op: 'in',
        value: found.map(({ value }) => value),
        phrases: found.flatMap(({ phrases }) => phrases),
      });
  }
  return filters;
}
