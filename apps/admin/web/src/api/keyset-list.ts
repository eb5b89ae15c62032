import { useInfiniteQuery } from '@tanstack/react-query';
import { useCallback, useEffect, useMemo } from 'react';
import type { z } from 'zod';
import { read, withQuery, type Ask } from './client.ts';
import { POLL_INTERVAL_MS } from './query-client.ts';
import { keepWhile, unlessRefused } from './use-answer.ts';

const ROWS_PER_PAGE = 100;
/** Of an export: as many as the server gives at a time. */
const EXPORTED_PER_PAGE = 200;

/** Rows that follow each other, with what an answer says beside them. */
type PageWith<Item, More> = { items: Item[]; nextCursor: string | null } & More;

interface KeysetListOptions<Item, More> extends Ask {
  /** First part of the query's key: `['misses']` is what a change of a miss invalidates. */
  key: string;
  schema: z.ZodType<PageWith<Item, More>>;
  /** Asked for again this often while the tab is shown; false for what changes seldom. */
  pollMs?: number | false;
  enabled?: boolean;
}

/** A list that is read page by page, as far as one scrolls; see {@link useKeysetList}. */
export interface KeysetList<Item> {
  items: Item[];
  isPending: boolean;
  isRefetchError: boolean;
  error: Error | null;
  hasMore: boolean;
  loadingMore: boolean;
  loadMore: () => void;
  /** The next page did not come; it is asked for again by {@link loadMore}. */
  moreFailed?: boolean;
  /** {@link loadMore} where the end is in sight; not again where that failed, which would be without a pause. */
  onEnd?: (() => void) | undefined;
  retry: () => void;
  /** Said where the list ends, in place of "that is all": what is not listed, and how it is found. */
  end?: string | undefined;
  /** Every row that the filters let through, page by page from the server: for an export of any length. */
  all: (signal?: AbortSignal) => AsyncIterable<Item[]> | Iterable<Item[]>;
}

/** The first page of a list, as {@link useKeysetList} asks for it. */
export function firstPage({ path, query }: Ask): Ask {
  return { path, query: { ...query, limit: ROWS_PER_PAGE } };
}

/**
 * The rows that the filters in `query` let through. Pages are asked for again in their order, each from the cursor of the one
 * before, so that nothing is missed or shown twice; the pause grows with their number, which keeps the load on the
 * server the same.
 */
export function useKeysetList<Item, More = object>(
  options: KeysetListOptions<Item, More>,
): KeysetList<Item> & { first: PageWith<Item, More> | undefined } {
  const { key, path, query: filters = {}, schema, pollMs = POLL_INTERVAL_MS, enabled = true } = options;
  const page = (cursor: string | undefined, signal?: AbortSignal, limit = ROWS_PER_PAGE) =>
    read(withQuery(path, { ...filters, limit, cursor }), schema, signal);
  const query = useInfiniteQuery({
    queryKey: [key, path, filters],
    initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam, signal }) => page(pageParam, signal),
    getNextPageParam: (last) => last.nextCursor ?? undefined,
    refetchInterval: ({ state }) =>
      unlessRefused(
        state.error,
        pollMs === false ? false : pollMs * Math.max(1, state.data?.pages.length ?? 1),
      ),
    placeholderData: keepWhile(path),
    enabled,
  });
  const { hasNextPage, isFetchingNextPage, fetchNextPage } = query;
  const items = useMemo(() => query.data?.pages.flatMap(({ items: rows }) => rows) ?? [], [query.data]);
  const loadMore = useCallback(() => {
    if (hasNextPage && !isFetchingNextPage) void fetchNextPage();
  }, [hasNextPage, isFetchingNextPage, fetchNextPage]);
  // A page that is not full though there is a next one was searched for what seldom fits: the search goes on by itself.
  const shown = query.data?.pages.at(-1)?.items.length ?? 0;
  const searching = hasNextPage && !query.isError && shown < ROWS_PER_PAGE;
  useEffect(() => {
    if (searching) loadMore();
  }, [searching, loadMore]);
  const all = async function* (signal?: AbortSignal) {
    let cursor: string | undefined;
    do {
      const next = await page(cursor, signal, EXPORTED_PER_PAGE);
      yield next.items;
      cursor = next.nextCursor ?? undefined;
    } while (cursor !== undefined);
  };
  return {
    items,
    first: query.data?.pages[0],
    isPending: query.isPending || (searching && items.length === 0),
    isRefetchError: query.isRefetchError,
    error: query.error,
    hasMore: hasNextPage,
    loadingMore: isFetchingNextPage,
    loadMore,
    moreFailed: query.isFetchNextPageError,
    onEnd: query.isFetchNextPageError ? undefined : loadMore,
    retry: () => void query.refetch(),
    all,
  };
}

/** A list that is answered whole, in the shape of one that is read page by page. */
export function wholeList<Item>(query: {
  data: readonly Item[] | undefined;
  isPending: boolean;
  isRefetchError: boolean;
  error: Error | null;
  refetch: () => Promise<unknown>;
}): KeysetList<Item> {
  const items = [...(query.data ?? [])];
  return {
    items,
    isPending: query.isPending,
    isRefetchError: query.isRefetchError,
    error: query.error,
    hasMore: false,
    loadingMore: false,
    loadMore: () => {},
    retry: () => void query.refetch(),
    all: () => [items],
  };
}
