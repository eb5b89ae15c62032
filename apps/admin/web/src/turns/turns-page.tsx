import { getRouteApi } from '@tanstack/react-router';
import { useCallback, useMemo } from 'react';
import type { ConsoleTurn, ConsoleTurnFilter } from '#contracts/console';
import { useSession } from '../session/use-session.ts';
import { ListTable } from '../ui/list-table.tsx';
import { LiveMark } from '../ui/live-mark.tsx';
import { Loading } from '../ui/loading.tsx';
import { ErrorState } from '../ui/notice.tsx';
import { Page } from '../ui/page.tsx';
import { RetryTurns } from './retry-turns.tsx';
import { TurnCard, turnColumns } from './turn-columns.tsx';
import { TurnFilters } from './turn-filters.tsx';
import { useTurnList } from './turn-queries.ts';
import { filtersOf, isNarrowed } from './turn-search.ts';
import { ListEnd, NoTurns } from './turns-empty.tsx';
import { useListNavigation } from './use-list-navigation.ts';

const route = getRouteApi('/turns');
const turnId = (turn: ConsoleTurn) => turn.id;

export function TurnsPage() {
  const search = route.useSearch();
  const filters = useMemo(() => filtersOf(search), [search]);
  const list = useTurnList(filters);
  const { turns } = list;
  const { change, clear, open } = useListNavigation({ filters, turns, selectedId: search.selected });
  return (
    <Page
      title="Turns"
      status={<LiveMark failed={list.isRefetchError} />}
      actions={
        <>
          <TurnFilters filters={filters} turns={turns} onChange={change} onClear={clear} />
          {filters.state === 'failed' && (
            <RetryTurns turns={turns} withKey onRetried={() => change({ state: undefined })} />
          )}
        </>
      }
    >
      {list.isPending ? (
        <Loading what="Loading the turns" />
      ) : list.isError && turns.length === 0 ? (
        <ErrorState error={list.error} what="The turns" onRetry={() => void list.refetch()} />
      ) : turns.length === 0 ? (
        <NoTurns narrowed={isNarrowed(filters)} onClear={clear} />
      ) : (
        <TurnTable list={list} filters={filters} selectedId={search.selected} onOpen={open} />
      )}
    </Page>
  );
}

interface TurnTableProps {
  list: ReturnType<typeof useTurnList>;
  filters: ConsoleTurnFilter;
  selectedId: string | undefined;
  onOpen: (turn: ConsoleTurn) => void;
}

function TurnTable({ list, filters, selectedId, onOpen }: TurnTableProps) {
  const { turns, hasNextPage, isFetchingNextPage, fetchNextPage } = list;
  const session = useSession();
  const showOrg = session.permissions.allOrgs && !filters.org;
  const columns = useMemo(() => turnColumns({ showOrg }), [showOrg]);
  const loadMore = useCallback(() => {
    if (hasNextPage && !isFetchingNextPage) void fetchNextPage();
  }, [hasNextPage, isFetchingNextPage, fetchNextPage]);
  return (
    <ListTable
      label="Turns"
      rows={turns}
      columns={columns}
      rowId={turnId}
      renderCard={(turn) => <TurnCard turn={turn} />}
      selectedId={selectedId}
      onOpen={onOpen}
      onEnd={loadMore}
      footer={<ListEnd loading={isFetchingNextPage} more={hasNextPage} count={turns.length} />}
    />
  );
}
