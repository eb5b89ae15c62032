import type { Dataset } from '#pack-kit';
import type { DataQuestionRead, Metric } from './data-question.ts';
import { fieldIn, HIGHEST, LEAST, MOST, NEWEST, OLDEST, PER, placeOf, rankingForms } from './data-words.ts';

/** In which order the rows or groups are wanted; undefined where the message does not say. */
export function orderOf(
  words: readonly string[],
  dataset: Dataset,
  {
    operation,
    metric,
    groups,
  }: { operation: DataQuestionRead['operation']; metric?: Metric; groups: string[] },
): DataQuestionRead['orderBy'] {
  if (operation === 'aggregate') return groups.length > 0 ? orderOfGroups(words, metric) : undefined;
  return operation === 'list' ? orderOfRows(words, dataset) : undefined;
}

function orderOfGroups(words: readonly string[], metric: Metric | undefined): DataQuestionRead['orderBy'] {
  const field = metric ? `${metric.fn}_${metric.field}` : 'count';
  if (placeOf(words, LEAST)) return { field, direction: 'asc' };
  return placeOf(words, MOST) ? { field, direction: 'desc' } : undefined;
}

/** "Newest" by time, "by votes" by that number, "our hottest leads" by the number that such a word ranks. */
function orderOfRows(words: readonly string[], dataset: Dataset): DataQuestionRead['orderBy'] {
  const { time, fields } = dataset;
  if (time !== undefined && placeOf(words, OLDEST)) return { field: time, direction: 'asc' };
  if (time !== undefined && placeOf(words, NEWEST)) return { field: time, direction: 'desc' };
  const by = placeOf(words, PER);
  const isNumber = ({ type }: { type: string }) => type === 'number';
  const field =
    (by && fieldIn(words, dataset, isNumber, { from: by.end, anywhere: false })) ??
    Object.entries(fields).find(([, { ranking = [] }]) => placeOf(words, ranking) !== undefined)?.[0];
  const ranked = field ?? highestBy(words, dataset);
  return ranked === undefined ? undefined : { field: ranked, direction: 'desc' };
}

/** "أعلى 5 عقارات سعرا": the number that is named behind how many are wanted. */
function highestBy(words: readonly string[], { fields }: Dataset): string | undefined {
  const highest = placeOf(words, HIGHEST);
  if (!highest || !/^\d+$/.test(words[highest.end] ?? '')) return undefined;
  return Object.entries(fields).find(
    ([, { type, synonyms = [] }]) =>
      type === 'number' && placeOf(words, rankingForms(synonyms), highest.end) !== undefined,
  )?.[0];
}
