import { useLocation } from '@tanstack/react-router';
import { MAX_VALUE_CHARACTERS, parseSearch, stringifySearch } from '../search-string.ts';

/** A page of the console, never another site. */
const OWN_ADDRESS = /^\/[a-z]/;

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

/** Target of a back link: an address of the console with filters and selection. */
export interface BackTarget {
  to: string;
  search: Record<string, string | undefined>;
}

/** Address of this page for the `back` parameter of its links. A long address loses its own `back`. */
export function useBackAddress(): string | undefined {
  return useLocation({ select: ({ pathname, searchStr }) => backAddressOf(pathname, searchStr) });
}

/** Like {@link useBackAddress}, for an address in two parts. */
export function backAddressOf(pathname: string, searchString: string): string | undefined {
  const whole = `${pathname}${searchString}`;
  if (whole.length <= MAX_VALUE_CHARACTERS) return whole;
  const { back: _back, ...rest } = parseSearch(searchString);
  const shorter = `${pathname}${stringifySearch(rest)}`;
  return shorter.length <= MAX_VALUE_CHARACTERS ? shorter : undefined;
}

/** Address of a list with the row to select on return. */
export function listAt(pathname: string, search: object, selected: string): string | undefined {
  return backAddressOf(pathname, stringifySearch({ ...search, selected }));
}

/** Parses a `back` parameter; undefined if missing or not an address of the console. */
export function backTargetOf(back: string | undefined): BackTarget | undefined {
  if (back === undefined || !OWN_ADDRESS.test(back)) return undefined;
  const [to = '', searchString = ''] = back.split('?', 2);
  return { to, search: parseSearch(searchString) };
}

export function nameOf(path: string): string {
  return NAMES.find(([known]) => known.test(path))?.[1] ?? 'where you came from';
}
