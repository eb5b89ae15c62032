import { findPhrase, phraseWords, type Dataset, type DatasetField } from '#tools';
import type { ReadMessage } from '../message.ts';
import { findChoices } from './choice.ts';
import { readPeriod } from './data-period.ts';
import { readMoneyFill } from './money.ts';

export interface DataFilter {
  field: string;
  op: 'eq' | 'in' | 'gte' | 'lte' | 'between';
  value: unknown;
}

/** What a message says of the rows that it asks about: a period, values of fields, amounts of money. */
export function dataFilters(
  message: ReadMessage,
  dataset: Dataset,
  clock: { now: Date; timezone: string },
): DataFilter[] {
  const period = dataset.time === undefined ? undefined : readPeriod(message.normalized, clock);
  const filters: DataFilter[] = [];
  if (period && dataset.time !== undefined) {
    const field = dataset.time;
    filters.push(
      period.to === undefined
        ? { field, op: 'gte', value: period.from }
        : { field, op: 'between', value: [period.from, period.to] },
    );
  }
  for (const [name, field] of Object.entries(dataset.fields))
    filters.push(...filtersOn(name, field, message));
  return filters;
}

function filtersOn(name: string, field: DatasetField, { words, text }: ReadMessage): DataFilter[] {
  switch (field.type) {
    case 'text': {
      const values = findChoices(words, spacedValues(field));
      const [value] = values;
      if (value === undefined) return [];
      return [
        values.length > 1 ? { field: name, op: 'in', value: values } : { field: name, op: 'eq', value },
      ];
    }
    case 'boolean': {
      const value = saidOf(field, words);
      return value === undefined ? [] : [{ field: name, op: 'eq', value }];
    }
    case 'number':
      return field.money ? amounts(name, text) : [];
    case 'date':
    case 'datetime':
      return [];
  }
}

/** `offer_accepted` is said "offer accepted". */
function spacedValues({ values = {} }: DatasetField): Record<string, string[]> {
  return Object.fromEntries(
    Object.entries(values).map(([value, synonyms]) => [value, [value.replaceAll('_', ' '), ...synonyms]]),
  );
}

/** By the words for false and true where the field has them; else to name it is to want it. */
function saidOf({ values, synonyms = [] }: DatasetField, words: readonly string[]): boolean | undefined {
  const says = (phrases: readonly string[] = []) =>
    phrases.some((phrase) => findPhrase(words, phraseWords(phrase)) !== undefined);
  if (!values) return says(synonyms) ? true : undefined;
  if (says(values['false'])) return false;
  return says(values['true']) ? true : undefined;
}

function amounts(name: string, text: string): DataFilter[] {
  const bounds = [
    ['gte', readMoneyFill(text, { bound: 'min' })],
    ['lte', readMoneyFill(text, { bound: 'max' })],
  ] as const;
  return bounds.flatMap(([op, value]) => (value === undefined ? [] : [{ field: name, op, value }]));
}
