import { useNavigate, useSearch } from '@tanstack/react-router';
import { useCallback } from 'react';
import { MAX_VALUE_CHARACTERS } from '../search-string.ts';

/** Search parameters of a page. Every page has `org` and `selected`. */
export type PageSearch<Name extends string = never> = Partial<Record<Name | 'org' | 'selected', string>>;

/** Reads these names from an address and no others. The server validates the values and names a wrong one. */
export function searchNames<Name extends string>(...names: Name[]) {
  const known: readonly string[] = ['org', 'selected', ...names];
  return (raw: Record<string, unknown>): PageSearch<Name> =>
    Object.fromEntries(
      known.flatMap((name) => {
        const value = raw[name];
        return typeof value === 'string' && value !== ''
          ? [[name, value.slice(0, MAX_VALUE_CHARACTERS)]]
          : [];
      }),
    ) as PageSearch<Name>;
}

/** Reads page state from the address and changes it by navigation. Changing a filter clears the selection. */
export function usePageSearch<Name extends string = never>() {
  const known: object = useSearch({ strict: false });
  const search = known as PageSearch<Name>;
  const navigate = useNavigate();
  const change = useCallback(
    (part: PageSearch<Name>) =>
      void navigate({
        to: '.',
        search: (current: Record<string, string | undefined>) => ({
          ...current,
          selected: undefined,
          ...(part as Record<string, string | undefined>),
        }),
        replace: true,
      }),
    [navigate],
  );
  const clear = useCallback(
    () =>
      void navigate({
        to: '.',
        search: (current: Record<string, string | undefined>) => ({ org: current.org, tab: current.tab }),
        replace: true,
      }),
    [navigate],
  );
  return { search, change, clear };
}
