import { getRouteApi } from '@tanstack/react-router';
import { useMemo } from 'react';
import { packIds } from '#contracts';
import type { ConsoleTurn, ConsoleTurnFilter } from '#contracts/console';
import { useSession } from '../session/use-session.ts';
import { CsvButton } from '../ui/csv-button.tsx';
import { ListEnd } from '../ui/list-end.tsx';
import { ListTable } from '../ui/list-table.tsx';
import { LiveMark } from '../ui/live-mark.tsx';
import { Loading } from '../ui/loading.tsx';
import { ErrorState } from '../ui/notice.tsx';
import { Page } from '../ui/page.tsx';
import { RetryTurns } from './retry-turns.tsx';
import { TURN_CSV } from './turn-csv.ts';
import { TurnCard, turnColumns } from './turn-columns.tsx';
import { TurnFilters } from './turn-filters.tsx';
import { useTurnList } from './turn-queries.ts';
import { filtersOf, isNarrowed } from './turn-search.ts';
import { NoTurns } from './turns-empty.tsx';
import { useListNavigation } from './use-list-navigation.ts';

const route = getRouteApi('/turns');
const turnId = (turn: ConsoleTurn) => turn.id;

export function TurnsPage() {
  const search = route.useSearch();
  const filters = useMemo(() => filtersOf(search), [search]);
  const list = useTurnList(filters);
  const turns = list.items;
  const { change, clear, open } = useListNavigation({ filters, turns, selectedId: search.selected });
  return (
    <Page
      title="Turns"
      status={<LiveMark failed={list.isRefetchError} />}
      actions={
        <>
          <TurnFilters filters={filters} turns={turns} onChange={change} onClear={clear} />
          <CsvButton name="turns" columns={TURN_CSV} rows={list.all} />
          {filters.state === 'failed' && (
            <RetryTurns
              turns={turns}
              withKey
              onRetried={(ids) => change({ state: undefined, among: packIds(ids) })}
            />
          )}
        </>
      }
    >
      {list.isPending ? (
        <Loading what="Loading the turns" />
      ) : list.error && turns.length === 0 ? (
        <ErrorState error={list.error} what="The turns" onRetry={list.retry} />
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
  const turns = list.items;
  const session = useSession();
  const showOrg = session.permissions.allOrgs && !filters.org;
  const awaiting = turns.some(({ state }) => state === 'awaiting_approval');
  const columns = useMemo(() => turnColumns({ showOrg, awaiting }), [showOrg, awaiting]);
  return (
    <ListTable
      label="Turns"
      rows={turns}
      columns={columns}
      rowId={turnId}
      renderCard={(turn) => <TurnCard turn={turn} />}
      selectedId={selectedId}
      onOpen={onOpen}
      onEnd={list.onEnd}
      footer={<ListEnd list={list} label="Turns" />}
    />
  );
}
