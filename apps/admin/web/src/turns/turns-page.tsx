import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { useCallback, useMemo } from 'react';
import type { ConsoleTurn, ConsoleTurnFilter } from '#contracts';
import { useSession } from '../session/use-session.ts';
import { useShortcuts } from '../shell/shortcuts.ts';
import { ListTable } from '../ui/list-table.tsx';
import { LiveMark } from '../ui/live-mark.tsx';
import { Loading } from '../ui/loading.tsx';
import { ErrorState } from '../ui/notice.tsx';
import { Page } from '../ui/page.tsx';
import { TurnCard, turnColumns } from './turn-columns.tsx';
import { TurnFilters } from './turn-filters.tsx';
import { useTurnList } from './turn-queries.ts';
import { filtersOf, isNarrowed } from './turn-search.ts';
import { ListEnd, NoTurns } from './turns-empty.tsx';

const route = getRouteApi('/turns');
const turnId = (turn: ConsoleTurn) => turn.id;

export function TurnsPage() {
  const search = route.useSearch();
  const navigate = useNavigate();
  const session = useSession();
  const filters = useMemo(() => filtersOf(search), [search]);
  const list = useTurnList(filters);
  const { turns, hasNextPage, isFetchingNextPage, fetchNextPage } = list;
  const showOrg = session.permissions.allOrgs && !filters.org;
  const columns = useMemo(() => turnColumns({ showOrg }), [showOrg]);

  const change = useCallback(
    (part: Partial<ConsoleTurnFilter>) =>
      void navigate({
        to: '/turns',
        search: (current) => ({ ...filtersOf(current), ...part }),
        replace: true,
      }),
    [navigate],
  );
  const clear = () => void navigate({ to: '/turns', search: { org: filters.org } });
  const open = (turn: ConsoleTurn) =>
    void navigate({ to: '/turns/$turnId', params: { turnId: turn.id }, search: filters });
  const select = (step: number) => {
    const index = turns.findIndex((turn) => turn.id === search.selected);
    const next = turns[Math.min(Math.max(index + step, 0), turns.length - 1)];
    if (next) void navigate({ to: '/turns', search: { ...filters, selected: next.id }, replace: true });
  };
  const loadMore = useCallback(() => {
    if (hasNextPage && !isFetchingNextPage) void fetchNextPage();
  }, [hasNextPage, isFetchingNextPage, fetchNextPage]);

  useShortcuts('List', [
    { keys: ['j', 'ArrowDown'], does: 'Next row', run: () => select(1) },
    { keys: ['k', 'ArrowUp'], does: 'Row before', run: () => select(-1) },
    {
      keys: ['Enter'],
      does: 'Open the selected row',
      run: () => {
        const selected = turns.find((turn) => turn.id === search.selected);
        if (selected) open(selected);
      },
    },
    {
      keys: ['Escape'],
      does: 'Take back the selection',
      run: () => void navigate({ to: '/turns', search: filters, replace: true }),
    },
  ]);

  return (
    <Page
      title="Turns"
      status={<LiveMark failed={list.isRefetchError} />}
      actions={<TurnFilters filters={filters} turns={turns} onChange={change} onClear={clear} />}
    >
      {list.isPending ? (
        <Loading what="Loading the turns" />
      ) : list.isError && turns.length === 0 ? (
        <ErrorState error={list.error} what="The turns" onRetry={() => void list.refetch()} />
      ) : turns.length === 0 ? (
        <NoTurns narrowed={isNarrowed(filters)} onClear={clear} />
      ) : (
        <ListTable
          label="Turns"
          rows={turns}
          columns={columns}
          rowId={turnId}
          renderCard={(turn) => <TurnCard turn={turn} />}
          selectedId={search.selected}
          onOpen={open}
          onEnd={loadMore}
          footer={<ListEnd loading={isFetchingNextPage} more={hasNextPage} count={turns.length} />}
        />
      )}
    </Page>
  );
}
