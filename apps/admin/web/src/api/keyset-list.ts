import { useInfiniteQuery } from '@tanstack/react-query';
import { useCallback, useMemo } from 'react';
import type { z } from 'zod';
import { read, withQuery, type ApiRequest } from './client.ts';
import { POLL_INTERVAL_MS } from './query-client.ts';
import { keepPrevious, unlessRefused } from './use-answer.ts';

const ROWS_PER_PAGE = 100;
/** Page size of an export: the maximum of the server. */
const EXPORTED_PER_PAGE = 200;

type PageWith<Item, More> = { items: Item[]; nextCursor: string | null } & More;

interface KeysetListOptions {
  /** Poll interval while the tab is visible; false for rows that rarely change. */
  pollMs?: number | false;
  enabled?: boolean;
}

/** A list that is read page by page while scrolling; see {@link useKeysetList}. */
export interface KeysetList<Item> {
  items: Item[];
  isPending: boolean;
  isRefetchError: boolean;
  error: Error | null;
  hasMore: boolean;
  loadingMore: boolean;
  loadMore: () => void;
  /** Loading the next page failed; {@link loadMore} retries it. */
  moreFailed?: boolean;
  /** {@link loadMore} at the end of the list. Undefined after a failure, which would otherwise retry without a pause. */
  onEnd?: (() => void) | undefined;
  retry: () => void;
  /** Text at the end of the list in place of the row count: which rows are missing and how to find them. */
  end?: string | undefined;
  /** Every row that passes the filters, page by page from the server, for exports. */
  all: (signal?: AbortSignal) => AsyncIterable<Item[]> | Iterable<Item[]>;
}

/** The first page of a list, as {@link useKeysetList} requests it. */
export function firstPage({ query, ...request }: ApiRequest): ApiRequest {
  return { ...request, query: { ...query, limit: ROWS_PER_PAGE } };
}

/**
 * The rows that pass the filters in `query`. Pages are refetched in order, each from the cursor of the
 * previous one, so that no row is missed or shown twice. The poll interval grows with the number of pages,
 * which keeps the server load constant.
 */
export function useKeysetList<Item, More = object>(
  { key, path, query: filters = {} }: ApiRequest,
  schema: z.ZodType<PageWith<Item, More>>,
  { pollMs = POLL_INTERVAL_MS, enabled = true }: KeysetListOptions = {},
): KeysetList<Item> & { first: PageWith<Item, More> | undefined } {
  const page = (cursor: string | undefined, signal?: AbortSignal, limit = ROWS_PER_PAGE) =>
    read(withQuery(path, { ...filters, limit, cursor }), schema, signal);
  const query = useInfiniteQuery({
    // The last part separates the pages from a single answer to the same request.
    queryKey: [key, path, filters, 'pages'],
    initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam, signal }) => page(pageParam, signal),
    getNextPageParam: (last) => last.nextCursor ?? undefined,
    refetchInterval: ({ state }) =>
      unlessRefused(
        state.error,
        pollMs === false ? false : pollMs * Math.max(1, state.data?.pages.length ?? 1),
      ),
    placeholderData: keepPrevious(path),
    enabled,
  });
  const { hasNextPage, isFetchingNextPage, fetchNextPage } = query;
  const items = useMemo(() => query.data?.pages.flatMap(({ items: rows }) => rows) ?? [], [query.data]);
  const loadMore = useCallback(() => {
    if (hasNextPage && !isFetchingNextPage) void fetchNextPage();
  }, [hasNextPage, isFetchingNextPage, fetchNextPage]);
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
    isPending: query.isPending,
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

/** A list that is answered in one piece, in the shape of a paged list. */
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
