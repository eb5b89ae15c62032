import { consoleTurnFilter, type ConsoleTurnFilter } from '#contracts/console';
import { MAX_VALUE_CHARACTERS } from '../search-string.ts';

/** What the address of the list says: its filters, and the row that is selected. */
export interface ListSearch extends ConsoleTurnFilter {
  selected?: string;
}

/** What the address of a turn says: the filters of the list it came from, and the span that is looked at. */
export interface TurnSearch extends ConsoleTurnFilter {
  span?: string;
  /** Words that are looked for in the trace. */
  find?: string;
  /** `cut`: idle gaps are left out of the axis. */
  gaps?: string;
  /** Where one came from, when that is not the list of turns. */
  back?: string;
}

type FilterName = keyof ConsoleTurnFilter;
export const filterNames = Object.keys(consoleTurnFilter.shape) as FilterName[];

const SELECTED = /^[0-9a-f-]{36}$/;
const SPAN = /^[0-9a-f]{16}$/;
const CUT = /^cut$/;
const ANY_WORDS = new RegExp(`^.{1,${MAX_VALUE_CHARACTERS}}$`, 's');

/**
 * Reads the list's state from an address. What does not fit is left out: an old or mistyped link still opens the list. Words
 * stay, for the server to say what is wrong with them: without them every turn would look as if it fitted.
 */
export function parseListSearch(raw: Record<string, unknown>): ListSearch {
  return withoutEmpty({ ...parseFilters(raw), selected: matching(raw.selected, SELECTED) });
}

/** Reads the turn page's state from an address. */
export function parseTurnSearch(raw: Record<string, unknown>): TurnSearch {
  return withoutEmpty({
    ...parseFilters(raw),
    span: matching(raw.span, SPAN),
    find: matching(raw.find, ANY_WORDS),
    gaps: matching(raw.gaps, CUT),
    back: matching(raw.back, ANY_WORDS),
  });
}

/** The filters among `search`, without what else the address says. */
export function filtersOf(search: object): ConsoleTurnFilter {
  return parseFilters({ ...search });
}

/** True when the list is narrowed by more than the org, which the shell's picker shows. */
export function isNarrowed(filters: ConsoleTurnFilter): boolean {
  return filterNames.some((name) => name !== 'org' && filters[name] !== undefined);
}

function parseFilters(raw: Record<string, unknown>): ConsoleTurnFilter {
  const filters: Record<string, unknown> = {};
  for (const name of filterNames) {
    if (raw[name] === undefined || raw[name] === '') continue;
    const parsed = consoleTurnFilter.shape[name].safeParse(raw[name]);
    if (parsed.success && parsed.data !== '') filters[name] = parsed.data;
    else if (!parsed.success && name === 'q') filters.q = String(raw.q).slice(0, MAX_VALUE_CHARACTERS);
  }
  return filters;
}

function matching(value: unknown, pattern: RegExp): string | undefined {
  return typeof value === 'string' && pattern.test(value) ? value : undefined;
}

function withoutEmpty<Search extends object>(search: Search): Search {
  return Object.fromEntries(Object.entries(search).filter(([, value]) => value !== undefined)) as Search;
}
