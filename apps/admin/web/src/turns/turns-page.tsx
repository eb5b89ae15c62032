import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { useMemo } from 'react';
import { packIds } from '#contracts';
import { consoleTurnPage, type ConsoleTurn, type ConsoleTurnFilter } from '#contracts/console';
import { useKeysetList } from '../api/keyset-list.ts';
import { turnsRequest } from '../api/requests.ts';
import { CsvButton } from '../ui/csv-button.tsx';
import { ListView } from '../ui/list-view.tsx';
import { LiveMark } from '../ui/live-mark.tsx';
import { Page } from '../ui/page.tsx';
import { usePageSearch } from '../ui/page-search.ts';
import { RetryTurns } from './retry-turns.tsx';
import { TURN_CSV } from './turn-csv.ts';
import { TurnCard, turnColumns } from './turn-columns.tsx';
import { TurnFilters } from './turn-filters.tsx';
import { filtersOf, isNarrowed } from './turn-search.ts';
import { NoTurns } from './turns-empty.tsx';

const route = getRouteApi('/turns');

export function TurnsPage() {
  const search = route.useSearch();
  const { change, clear } = usePageSearch<keyof ConsoleTurnFilter>();
  const navigate = useNavigate();
  const filters = useMemo(() => filtersOf(search), [search]);
  const list = useKeysetList<ConsoleTurn>(turnsRequest(filters), consoleTurnPage);
  const turns = list.items;
  const awaiting = turns.some(({ state }) => state === 'awaiting_approval');
  const columns = useMemo(() => turnColumns(awaiting), [awaiting]);
  return (
    <Page
      title="Turns"
      status={<LiveMark failed={list.isRefetchError} />}
      actions={
        <>
          <TurnFilters filters={filters} turns={turns} />
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
      <ListView
        label="Turns"
        list={list}
        columns={columns}
        renderCard={(turn) => <TurnCard turn={turn} />}
        onOpen={({ id }) => void navigate({ to: '/turns/$turnId', params: { turnId: id }, search: filters })}
        empty={<NoTurns narrowed={isNarrowed(filters)} onClear={clear} />}
      />
    </Page>
  );
}
