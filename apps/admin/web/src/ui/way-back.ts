import { useLocation } from '@tanstack/react-router';
import { MAX_VALUE_CHARACTERS, parseSearch, stringifySearch } from '../search-string.ts';

/** A page of the console: never another site. */
const OWN_ADDRESS = /^\/[a-z]/;

/** What the pages are called that one comes from, by the beginning of their address. */
const NAMES: readonly (readonly [path: RegExp, name: string])[] = [
  [/^\/turns\/./, 'the turn'],
  [/^\/traces\/./, 'the trace'],
  [/^\/conversations\/./, 'the conversation'],
  [/^\/turns$/, 'the list'],
  [/^\/traces$/, 'the traces'],
  [/^\/conversations$/, 'the conversations'],
  [/^\/tools$/, 'the tools'],
  [/^\/queues$/, 'the queues'],
];

/** Where a page leads back to: an address of the console with its filters and its selection. */
export interface WayBack {
  to: string;
  search: Record<string, string | undefined>;
}

/**
 * The address of the page that is shown, for the `back` of a page that it leads to: there it names the way back, also in a
 * tab of its own. The way back of a long address has no way back itself.
 */
export function useHere(): string | undefined {
  return useLocation({ select: ({ pathname, searchStr }) => hereOf(pathname, searchStr) });
}

/** As {@link useHere}, of an address in two parts. */
export function hereOf(pathname: string, searchString: string): string | undefined {
  const whole = `${pathname}${searchString}`;
  if (whole.length <= MAX_VALUE_CHARACTERS) return whole;
  const { back: _back, ...rest } = parseSearch(searchString);
  const shorter = `${pathname}${stringifySearch(rest)}`;
  return shorter.length <= MAX_VALUE_CHARACTERS ? shorter : undefined;
}

/** The address of a list with the row that one leaves it by. */
export function listAt(pathname: string, search: object, selected: string): string | undefined {
  return hereOf(pathname, stringifySearch({ ...search, selected }));
}

/** Reads a `back`; undefined where there is none, or it leads elsewhere. */
export function wayBackOf(back: string | undefined): WayBack | undefined {
  if (back === undefined || !OWN_ADDRESS.test(back)) return undefined;
  const [to = '', searchString = ''] = back.split('?', 2);
  return { to, search: parseSearch(searchString) };
}

/** What the page at `path` is called where something leads to it: `the turn`. */
export function nameOf(path: string): string {
  return NAMES.find(([known]) => known.test(path))?.[1] ?? 'where you came from';
}
