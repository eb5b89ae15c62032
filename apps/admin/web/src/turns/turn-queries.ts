import { endStates, type TurnState } from '#contracts';
import {
  consoleTurnDetail,
  consoleTurnPage,
  type ConsoleTurn,
  type ConsoleTurnFilter,
} from '#contracts/console';
import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { read, withQuery } from '../api/client.ts';
import { POLL_INTERVAL_MS } from '../api/query-client.ts';

const ROWS_PER_PAGE = 100;

/** A turn in this state can still change. */
export function isUnfinished(state: TurnState): boolean {
  return !endStates.includes(state);
}

/**
 * The turns that the filters let through, newest first, followed while the tab is shown. Pages are asked for again in
 * their order, each from the cursor of the one before, so that nothing is missed or shown twice; the pause grows with
 * their number, which keeps the load on the server the same.
 */
export function useTurnList(filters: ConsoleTurnFilter) {
  const query = useInfiniteQuery({
    queryKey: ['turns', filters],
    initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam, signal }) =>
      read(
        withQuery('/admin/turns', { ...filters, limit: ROWS_PER_PAGE, cursor: pageParam }),
        consoleTurnPage,
        signal,
      ),
    getNextPageParam: (page) => page.nextCursor ?? undefined,
    refetchInterval: ({ state }) => POLL_INTERVAL_MS * Math.max(1, state.data?.pages.length ?? 1),
    placeholderData: keepPreviousData,
  });
  const turns = useMemo<ConsoleTurn[]>(
    () => query.data?.pages.flatMap((page) => page.items) ?? [],
    [query.data],
  );
  return { ...query, turns };
}

/** One turn with the messages near it; followed until it has ended, then a while longer for what comes after it. */
export function useTurnDetail(turnId: string) {
  return useQuery({
    queryKey: ['turn', turnId],
    queryFn: ({ signal }) => read(`/admin/turns/${encodeURIComponent(turnId)}`, consoleTurnDetail, signal),
    refetchInterval: POLL_INTERVAL_MS,
  });
}
