import type { ShownProblem } from '../api/problem-error.ts';
import type { PageSearch } from './page-search.ts';

/** Parameters that are not filters: they stay when filters are cleared. */
const PLACES = ['org', 'tab', 'selected'];
const SHOWN_CHARACTERS = 40;

export function filtersIn(search: PageSearch): [name: string, value: string][] {
  return Object.entries(search).filter(([name, value]) => !PLACES.includes(name) && value !== '');
}

/** Errors of an address as sentences: from `problem`, or else the list of its filters. */
export function errorsOf(search: PageSearch, problem?: ShownProblem): string[] {
  const filters = filtersIn(search);
  const errors = (problem?.errors ?? []).flatMap(({ pointer, detail }) =>
    filters.some(([name]) => pointer === `/${name}`) ? [`${wordOf(pointer.slice(1))}: ${detail}.`] : [],
  );
  if (errors.length > 0) return errors;
  return filters.map(([name, value]) => `${wordOf(name)} is “${shortened(value)}”.`);
}

const wordOf = (name: string): string => (name === 'q' ? 'The search' : `“${name}”`);

const shortened = (value: string): string =>
  value.length > SHOWN_CHARACTERS ? `${[...value].slice(0, SHOWN_CHARACTERS).join('')}…` : value;
