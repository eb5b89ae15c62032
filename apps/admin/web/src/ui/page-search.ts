import { useNavigate, useSearch } from '@tanstack/react-router';
import { useCallback } from 'react';
import { MAX_VALUE_CHARACTERS } from '../search-string.ts';

/** What the address of a page says: texts by name. `org` and `selected` are known everywhere. */
export type PageSearch<Name extends string = never> = Partial<Record<Name | 'org' | 'selected', string>>;

/**
 * Reads those names from an address, and no others. What their values mean is the server's to judge: it answers a wrong
 * one with an error that names it.
 */
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

/** The state of a page is its address: read it, and change it by going there. Another filter lets go of the selection. */
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
