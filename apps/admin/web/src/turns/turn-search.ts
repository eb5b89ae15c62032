import { consoleTurnFilter, type ConsoleTurnFilter } from '#contracts/console';
import { MAX_VALUE_CHARACTERS } from '../search-string.ts';

/** Search parameters of the list: its filters and the selected row. */
export interface ListSearch extends ConsoleTurnFilter {
  selected?: string;
}

export interface TurnSearch extends ConsoleTurnFilter {
  span?: string;
  /** Words searched in the trace. */
  find?: string;
  /** `cut`: idle gaps are compressed. */
  gaps?: string;
  /** Page to go back to, if it is not the list of turns. */
  back?: string;
}

type FilterName = keyof ConsoleTurnFilter;
export const filterNames = Object.keys(consoleTurnFilter.shape) as FilterName[];

const SELECTED = /^[0-9a-f-]{36}$/;
const SPAN = /^[0-9a-f]{16}$/;
const CUT = /^cut$/;
const ANY_WORDS = new RegExp(`^.{1,${MAX_VALUE_CHARACTERS}}$`, 's');

/** Invalid values are dropped, so that old links open; words and the org are kept, because their errors are reported. */
export function parseListSearch(raw: Record<string, unknown>): ListSearch {
  return withoutEmpty({ ...parseFilters(raw), selected: matching(raw.selected, SELECTED) });
}

/** Parses the turn page's state from an address. */
export function parseTurnSearch(raw: Record<string, unknown>): TurnSearch {
  return withoutEmpty({
    ...parseFilters(raw),
    span: matching(raw.span, SPAN),
    find: matching(raw.find, ANY_WORDS),
    gaps: matching(raw.gaps, CUT),
    back: matching(raw.back, ANY_WORDS),
  });
}

export function filtersOf(search: object): ConsoleTurnFilter {
  return parseFilters({ ...search });
}

/** Whether a filter other than the org is set; the shell shows the org. */
export function isNarrowed(filters: ConsoleTurnFilter): boolean {
  return filterNames.some((name) => name !== 'org' && filters[name] !== undefined);
}

function parseFilters(raw: Record<string, unknown>): ConsoleTurnFilter {
  const filters: Record<string, unknown> = {};
  for (const name of filterNames) {
    if (raw[name] === undefined || raw[name] === '') continue;
    const parsed = consoleTurnFilter.shape[name].safeParse(raw[name]);
    if (parsed.success && parsed.data !== '') filters[name] = parsed.data;
    else if (!parsed.success && (name === 'q' || name === 'org'))
      filters[name] = String(raw[name]).slice(0, MAX_VALUE_CHARACTERS);
  }
  return filters;
}

function matching(value: unknown, pattern: RegExp): string | undefined {
  return typeof value === 'string' && pattern.test(value) ? value : undefined;
}

function withoutEmpty<Search extends object>(search: Search): Search {
  return Object.fromEntries(Object.entries(search).filter(([, value]) => value !== undefined)) as Search;
}
